import fc from 'fast-check';
import { MettleError } from '../core/index.js';
import type { FileTree } from './file-tree.js';

/** What a naive tree holds at a path. */
export type NaiveNode =
  | { readonly kind: 'file'; readonly text: string; readonly mode: number }
  | { readonly kind: 'directory'; readonly mode: number };

/** A tree as a plain map from path to node: slow, copied whole, and easy to believe. */
export type NaiveTree = ReadonlyMap<string, NaiveNode>;

/** One step that a tree and its model both take. */
export type Step =
  | { readonly do: 'write'; readonly path: string; readonly text: string }
  | { readonly do: 'append'; readonly path: string; readonly text: string }
  | { readonly do: 'mkdir' | 'remove' | 'rmdir' | 'rmtree'; readonly path: string }
  | { readonly do: 'rename'; readonly path: string; readonly to: string }
  | { readonly do: 'chmod'; readonly path: string; readonly mode: number };

const name = fc.constantFrom('a', 'b', 'c', 'd');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const text = fc
  .array(fc.constantFrom('one\n', 'two\n', 'three\n', 'x', '\n'), { maxLength: 5 })
  .map((parts) => parts.join(''));

/** Steps over a few short paths, so that they meet often. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('write' as const), path, text }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('append' as const), path, text }) },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constantFrom('mkdir', 'remove', 'rmdir', 'rmtree' as const), path }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('rename' as const), path, to: path }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('chmod' as const), path, mode: fc.constantFrom(0o700, 0o755) }),
    },
  ) as fc.Arbitrary<Step>,
  { maxLength: 25 },
);

/** Takes a step on a tree; returns the code of the error it met, or undefined. */
export function takeStep(tree: FileTree, step: Step): string | undefined {
  try {
    if (step.do === 'write') tree.writeText(step.path, step.text);
    else if (step.do === 'append') tree.appendBytes(step.path, new TextEncoder().encode(step.text));
    else if (step.do === 'mkdir') tree.makeDirectory(step.path, { parents: true });
    else if (step.do === 'remove') tree.removeFile(step.path);
    else if (step.do === 'rename') tree.rename(step.path, step.to);
    else if (step.do === 'chmod') tree.setMode(step.path, step.mode);
    else tree.removeDirectory(step.path, { recursive: step.do === 'rmtree' });
    return undefined;
  } catch (error) {
    if (MettleError.isInstance(error)) return error.code.slice('filesystem/'.length);
    throw error;
  }
}

/** The same step on the model: the new model, or the code of the error. */
export function takeNaiveStep(tree: NaiveTree, step: Step): NaiveTree | string {
  const next = new Map(tree);
  const node = next.get(step.path);
  const blocked = ancestors(step.path).some((above) => next.get(above)?.kind === 'file');
  if (blocked) return 'not_directory';
  switch (step.do) {
    case 'write':
    case 'append': {
      if (node?.kind === 'directory') return 'is_directory';
      addParents(next, step.path);
      const old = step.do === 'append' && node !== undefined ? node.text : '';
      next.set(step.path, { kind: 'file', text: old + step.text, mode: node?.mode ?? 0o644 });
      return next;
    }
    case 'mkdir':
      if (node !== undefined) return 'exists';
      addParents(next, step.path);
      next.set(step.path, { kind: 'directory', mode: 0o755 });
      return next;
    case 'remove':
      if (node === undefined) return 'not_found';
      if (node.kind === 'directory') return 'is_directory';
      next.delete(step.path);
      return next;
    case 'rmdir':
    case 'rmtree':
      if (node === undefined) return 'not_found';
      if (node.kind === 'file') return 'not_directory';
      if (step.do === 'rmdir' && below(next, step.path).length > 0) return 'not_empty';
      for (const key of [step.path, ...below(next, step.path)]) next.delete(key);
      return next;
    case 'chmod':
      if (node === undefined) return 'not_found';
      next.set(step.path, { ...node, mode: step.mode });
      return next;
    case 'rename':
      return renameNaively(next, step.path, step.to);
  }
}

function renameNaively(next: Map<string, NaiveNode>, from: string, to: string): NaiveTree | string {
  const node = next.get(from);
  if (node === undefined) return 'not_found';
  if (ancestors(to).some((above) => next.get(above)?.kind === 'file')) return 'not_directory';
  if (from === to) return next;
  if (node.kind === 'directory' && to.startsWith(`${from}/`)) return 'into_itself';
  const target = next.get(to);
  if (target?.kind === 'directory') {
    if (node.kind === 'file') return 'is_directory';
    if (below(next, to).length > 0) return 'not_empty';
  } else if (target !== undefined && node.kind === 'directory') return 'not_directory';
  const moved = [from, ...below(next, from)].map((key) => [key, next.get(key)] as const);
  addParents(next, to);
  for (const [key] of moved) next.delete(key);
  for (const [key, value] of moved) if (value !== undefined) next.set(to + key.slice(from.length), value);
  return next;
}

/** What a tree holds, as a model. */
export function readNaively(tree: FileTree): NaiveTree {
  const found = new Map<string, NaiveNode>();
  for (const key of tree.glob('**', { root: '/' })) {
    const { kind, mode } = tree.stat(key);
    found.set(key, kind === 'file' ? { kind, mode, text: tree.readText(key) } : { kind, mode });
  }
  return found;
}

/** A model's entries, sorted, for comparison. */
export function sorted(tree: NaiveTree): readonly (readonly [string, NaiveNode])[] {
  return [...tree].sort(([left], [right]) => (left < right ? -1 : 1));
}

function ancestors(key: string): readonly string[] {
  const names = key.split('/');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
}

function addParents(tree: Map<string, NaiveNode>, key: string): void {
  for (const above of ancestors(key)) {
    if (!tree.has(above)) tree.set(above, { kind: 'directory', mode: 0o755 });
  }
}

function below(tree: NaiveTree, key: string): readonly string[] {
  return [...tree.keys()].filter((other) => other.startsWith(`${key}/`));
}
