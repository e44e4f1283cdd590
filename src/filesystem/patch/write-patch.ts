import { createHash } from 'node:crypto';
import type { Steps } from '../../core/index.js';
import type { Change, Side } from '../differences.js';
import { archives } from '../on-first-use.js';
import { TextParts, textSteps } from '../text-lines.js';
import type { TreeView } from '../tree-view.js';
import { encodeBase85Lines } from './base85.js';
import { quoteName } from './quoted-name.js';
import { unifiedHunks } from './unified-diff.js';

/** A file as a patch knows it. */
interface PatchedFile {
  readonly bytes: Uint8Array;
  /** As git has it: executable or not. */
  readonly mode: '100644' | '100755';
}

/**
 * Changes as a patch in git's format, which `git apply` accepts: unified for text, literal for binary files. It tells
 * of files and their executable bit; directories come and go with what they hold.
 */
export function* writePatch(changes: readonly Change[], before: TreeView): Steps<string> {
  const text = new TextParts();
  for (const { names, key, before: old, after } of changes) {
    yield* writeFile(text, key, { before: fileOf(resolveLink(before, names, old)), after: fileOf(after) });
    yield;
  }
  return text.toString();
}

function resolveLink(view: TreeView, names: readonly string[], side: Side | undefined): Side | undefined {
  if (side?.kind !== 'link' || side.leadsTo !== 'file') return side;
  const found = view.locate(names);
  return { kind: 'file', size: 0, mode: view.modeOf(found), bytes: () => view.bytesOf(found, names) };
}

function fileOf(side: Side | undefined): PatchedFile | undefined {
  if (side?.kind !== 'file') return undefined;
  return { bytes: side.bytes(), mode: (side.mode & 0o100) === 0 ? '100644' : '100755' };
}

interface FileVersions {
  readonly before: PatchedFile | undefined;
  readonly after: PatchedFile | undefined;
}

function* writeFile(text: TextParts, key: string, { before, after }: FileVersions): Steps<void> {
  if (before === undefined && after === undefined) return;
  const [oldName, newName] = [quoteName(`a/${key}`), quoteName(`b/${key}`)];
  const header = [`diff --git ${headerName(oldName)} ${headerName(newName)}`];
  if (before === undefined) header.push(`new file mode ${after?.mode}`);
  else if (after === undefined) header.push(`deleted file mode ${before.mode}`);
  else if (before.mode !== after.mode) header.push(`old mode ${before.mode}`, `new mode ${after.mode}`);
  const [oldBytes, newBytes] = [before?.bytes ?? new Uint8Array(), after?.bytes ?? new Uint8Array()];
  if (before !== undefined && after !== undefined && Buffer.compare(oldBytes, newBytes) === 0) {
    if (header.length > 1) text.push(`${header.join('\n')}\n`);
    return;
  }
  const shared = before !== undefined && before.mode === after?.mode ? ` ${before.mode}` : '';
  header.push(`index ${yield* blobHash(before)}..${yield* blobHash(after)}${shared}`);
  const [oldText, newText] = [yield* textSteps(oldBytes), yield* textSteps(newBytes)];
  if (oldText === undefined || newText === undefined) {
    text.push(`${header.join('\n')}\nGIT binary patch\n`);
    yield* writeLiteral(text, newBytes);
    yield* writeLiteral(text, oldBytes);
    return;
  }
  const hunks = yield* unifiedHunks(oldText, newText);
  if (hunks !== '') {
    header.push(`--- ${before === undefined ? '/dev/null' : fileName(oldName)}`);
    header.push(`+++ ${after === undefined ? '/dev/null' : fileName(newName)}`);
  }
  text.push(`${header.join('\n')}\n${hunks}`);
}

/** On the first line, git finds the end of an unquoted name only when no space stands at the edge of a part of it. */
function headerName(name: string): string {
  return / \/|\/ | $/.test(name) && !name.startsWith('"') ? `"${name}"` : name;
}

/** A name with spaces is followed by a tab, so that readers see where it ends. */
function fileName(name: string): string {
  return name.includes(' ') && !name.startsWith('"') ? `${name}\t` : name;
}

function* writeLiteral(text: TextParts, bytes: Uint8Array): Steps<void> {
  text.push(`literal ${bytes.byteLength}\n`);
  const packed = yield* compressed(bytes);
  for (let at = 0; at < packed.byteLength; at += PACKED_A_STEP) {
    for (const line of encodeBase85Lines(packed.subarray(at, at + PACKED_A_STEP))) text.push(`${line}\n`);
    yield;
  }
  text.push('\n');
}

/** Bytes of a content, as it is and compressed, between two places where work may be interrupted. */
const BYTES_A_STEP = 2 ** 18;
const PACKED_A_STEP = 52 * 400;

function* compressed(bytes: Uint8Array): Steps<Uint8Array> {
  const { Zlib, zlibSync } = archives();
  if (bytes.byteLength <= BYTES_A_STEP) return zlibSync(bytes);
  const parts: Uint8Array[] = [];
  const stream = new Zlib((part) => parts.push(part));
  for (let at = 0; at < bytes.byteLength; at += BYTES_A_STEP) {
    stream.push(bytes.slice(at, at + BYTES_A_STEP), at + BYTES_A_STEP >= bytes.byteLength);
    yield;
  }
  return Buffer.concat(parts);
}

/** git's name of a content: SHA-1 of a small header and the bytes; zeros for no file. */
function* blobHash(file: PatchedFile | undefined): Steps<string> {
  if (file === undefined) return '0'.repeat(40);
  const hash = createHash('sha1').update(`blob ${file.bytes.byteLength}\0`);
  for (let at = 0; at < file.bytes.byteLength; at += 2 ** 22) {
    hash.update(file.bytes.subarray(at, at + 2 ** 22));
    yield;
  }
  return hash.digest('hex');
}
