import type { MettleError, Steps } from '../../core/index.js';
import { locateLoosely } from '../differences.js';
import { fileSystemError } from '../error-codes.js';
import { show } from '../errors.js';
import { textSteps } from '../text-lines.js';
import type { TreeEditor } from '../tree-editor.js';
import { compareText, pathNames } from '../tree-path.js';
import { applyHunks, type PlaceBudget, placeBudget } from './apply-hunks.js';
import { type FilePatch, parsePatch } from './parse-patch.js';

/** What a patch did; paths sorted, without a slash in front. */
export interface ApplyPatchResult {
  readonly written: readonly string[];
  readonly deleted: readonly string[];
}

interface PatchedContent {
  readonly bytes: Uint8Array;
  readonly mode: number | undefined;
}

/**
 * Applies a patch to an editor, whose state is of no use when it throws. Files are removed first and then written, and directories that a removal
 * empties go too, as `git apply` does.
 */
export function* applyPatchTo(editor: TreeEditor, patch: string): Steps<ApplyPatchResult> {
  const { maxBytesPerFile, maxWrittenBytes } = editor.limits;
  const application: Application = { editor, results: new Map(), budget: placeBudget() };
  const { results } = application;
  for (const file of yield* parsePatch(patch, { maxBytesPerFile, bytesLeft: maxWrittenBytes })) {
    yield* applyFile(application, file);
    yield;
  }
  const keys = [...results.keys()].sort(compareText);
  const deleted: string[] = [];
  const written: string[] = [];
  for (const key of keys) {
    if (results.get(key) !== undefined) continue;
    const names = pathNames(key);
    if (locateLoosely(editor.view, names) === undefined) continue;
    editor.removeFile(names);
    removeEmptied(editor, names.slice(0, -1));
    deleted.push(key);
    yield;
  }
  for (const key of keys) {
    const content = results.get(key);
    if (content === undefined) continue;
    const { bytes, mode } = content;
    if (editor.write(pathNames(key), bytes, mode === undefined ? {} : { mode })) written.push(key);
    yield;
  }
  return { written, deleted };
}

/** A patch being applied. */
interface Application {
  readonly editor: TreeEditor;
  /** What each file is to hold; undefined where it goes. */
  readonly results: Map<string, PatchedContent | undefined>;
  readonly budget: PlaceBudget;
}

function* applyFile({ editor, results, budget }: Application, file: FilePatch): Steps<void> {
  const { oldPath, newPath } = file;
  const old = oldPath === undefined ? undefined : read(editor, oldPath, results);
  if (oldPath !== undefined && old === undefined) throw doesNotApply(file, oldPath, 'there is no such file');
  if (newPath !== undefined && newPath !== oldPath && read(editor, newPath, results) !== undefined) {
    throw doesNotApply(file, newPath, 'the file already exists');
  }
  const bytes = yield* newBytes(file, old?.bytes ?? new Uint8Array(), budget);
  if (newPath === undefined && bytes.byteLength > 0) {
    throw doesNotApply(file, oldPath ?? '', 'it removes a file, but part of its content would be left');
  }
  if (oldPath !== undefined && oldPath !== newPath && !file.copy) results.set(oldPath, undefined);
  if (newPath !== undefined) results.set(newPath, { bytes, mode: newMode(file, old?.mode) });
}

function newMode(file: FilePatch, old: number | undefined): number | undefined {
  if (file.executable === undefined) return old;
  if (old === undefined) return file.executable ? 0o755 : 0o644;
  if (file.executable === ((old & 0o100) !== 0)) return old;
  return file.executable ? old | 0o111 : old & ~0o111;
}

function read(
  editor: TreeEditor,
  path: string,
  results: ReadonlyMap<string, PatchedContent | undefined>,
): PatchedContent | undefined {
  if (results.has(path)) return results.get(path);
  const names = pathNames(path);
  const { view } = editor;
  if (view.kindOf(names) !== 'file') return undefined;
  const found = view.locate(names);
  return { bytes: view.bytesOf(found, names), mode: view.modeOf(found) };
}

function* newBytes(file: FilePatch, old: Uint8Array, budget: PlaceBudget): Steps<Uint8Array> {
  const path = file.newPath ?? file.oldPath ?? '';
  if (file.binary !== undefined) {
    const bytes = file.binary.apply(old);
    if (bytes === undefined) throw doesNotApply(file, path, 'its binary delta was made for other content');
    return bytes;
  }
  if (file.hunks.length === 0) return file.newPath === undefined ? new Uint8Array() : old;
  const text = yield* textSteps(old);
  if (text === undefined)
    throw doesNotApply(file, path, 'the file is binary, or has too many lines, and the patch is text');
  const applied = yield* applyHunks(text, file.hunks, budget);
  if ('failed' in applied) {
    const { at, oldStart } = applied.failed;
    throw doesNotApply(file, path, `the lines around line ${oldStart} differ from what the hunk expects`, at);
  }
  return new TextEncoder().encode(applied.text);
}

function removeEmptied(editor: TreeEditor, names: readonly string[]): void {
  for (let depth = names.length; depth > 0; depth--) {
    const directory = names.slice(0, depth);
    if (editor.view.list(directory).length > 0) return;
    editor.removeDirectory(directory);
  }
}

function doesNotApply(file: FilePatch, path: string, why: string, line: number = file.at): MettleError {
  return fileSystemError(
    'patch_does_not_apply',
    `The patch does not apply to ${show(path)}: ${why} (line ${line} of the patch). Nothing was changed.`,
    { details: { path, line, errno: 'EINVAL' } },
  );
}
