import { createHash } from 'node:crypto';
import type { Change, Side } from '../differences.js';
import { archives } from '../on-first-use.js';
import { textOf } from '../text-lines.js';
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
export function writePatch(changes: readonly Change[], before: TreeView): string {
  return changes
    .map(({ names, key, before: old, after }) =>
      writeFile(key, fileOf(resolveLink(before, names, old)), fileOf(after)),
    )
    .join('');
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

function writeFile(key: string, before: PatchedFile | undefined, after: PatchedFile | undefined): string {
  if (before === undefined && after === undefined) return '';
  const [oldName, newName] = [quoteName(`a/${key}`), quoteName(`b/${key}`)];
  const header = [`diff --git ${headerName(oldName)} ${headerName(newName)}`];
  if (before === undefined) header.push(`new file mode ${after?.mode}`);
  else if (after === undefined) header.push(`deleted file mode ${before.mode}`);
  else if (before.mode !== after.mode) header.push(`old mode ${before.mode}`, `new mode ${after.mode}`);
  const [oldBytes, newBytes] = [before?.bytes ?? new Uint8Array(), after?.bytes ?? new Uint8Array()];
  if (before !== undefined && after !== undefined && Buffer.compare(oldBytes, newBytes) === 0) {
    return header.length === 1 ? '' : `${header.join('\n')}\n`;
  }
  const shared = before !== undefined && before.mode === after?.mode ? ` ${before.mode}` : '';
  header.push(`index ${blobHash(before)}..${blobHash(after)}${shared}`);
  const [oldText, newText] = [textOf(oldBytes), textOf(newBytes)];
  if (oldText === undefined || newText === undefined) {
    return `${[...header, 'GIT binary patch', ...literal(newBytes), '', ...literal(oldBytes)].join('\n')}\n\n`;
  }
  const hunks = unifiedHunks(oldText, newText);
  if (hunks === '') return `${header.join('\n')}\n`;
  header.push(`--- ${before === undefined ? '/dev/null' : fileName(oldName)}`);
  header.push(`+++ ${after === undefined ? '/dev/null' : fileName(newName)}`);
  return `${header.join('\n')}\n${hunks}`;
}

/** On the first line, git finds the end of an unquoted name only when no space stands at the edge of a part of it. */
function headerName(name: string): string {
  return / \/|\/ | $/.test(name) && !name.startsWith('"') ? `"${name}"` : name;
}

/** A name with spaces is followed by a tab, so that readers see where it ends. */
function fileName(name: string): string {
  return name.includes(' ') && !name.startsWith('"') ? `${name}\t` : name;
}

function literal(bytes: Uint8Array): readonly string[] {
  return [`literal ${bytes.byteLength}`, ...encodeBase85Lines(archives().zlibSync(bytes))];
}

/** git's name of a content: SHA-1 of a small header and the bytes; zeros for no file. */
function blobHash(file: PatchedFile | undefined): string {
  if (file === undefined) return '0'.repeat(40);
  return createHash('sha1').update(`blob ${file.bytes.byteLength}\0`).update(file.bytes).digest('hex');
}
