import type { Json } from '../../core/index.js';
import { parsePython } from '../../python/index.js';
import { descendants, isLocated } from '../../python/internal.js';
import type { ScriptEdit } from '../repair/script-edit.js';
import { spanOf } from './detail-change.js';
import { insertionChanges } from './insertion-changes.js';
import { listChanges } from './list-changes.js';
import { numberChanges } from './number-changes.js';
import { orderChanges } from './order-changes.js';
import { paddingChanges } from './padding-changes.js';
import { roundingChanges } from './rounding-changes.js';
import { textChanges } from './text-changes.js';

/** A neighbour of one detail of a script. */
export interface DetailEdit extends ScriptEdit {
  /** Makes inputs on which it may show. */
  readonly show: readonly ((input: Json) => Json)[];
  /** The module that the changed script needs. */
  readonly needs: string | null;
  /** Python of the expression around the detail, as it is and with the change. */
  readonly here: string;
  readonly there: string;
}

/** What the examples say of the details that a script may have. */
export interface ExampleKinds {
  /** Whether an input is a text. */
  readonly isText: boolean;
  /** See {@link paddedWidths}. */
  readonly widths: readonly number[];
}

/**
 * The neighbours of a script's details: other numbers, orders, insertions, ways to round and zeros before numbers, and what often comes to the same on texts or
 * on lists. None for what is no Python.
 */
export function detailEdits(script: string, { isText, widths }: ExampleKinds): DetailEdit[] {
  const parsed = parsePython(script);
  if (!parsed.ok) return [];
  const { tree } = parsed;
  return [...descendants(tree.module)].filter(isLocated).flatMap((node) => {
    const changes = [
      ...numberChanges(node, tree),
      ...orderChanges(node, tree),
      ...insertionChanges(node, tree),
      ...roundingChanges(node, tree),
      ...paddingChanges(node, tree, widths),
      ...(isText ? textChanges(node, tree) : listChanges(node, tree)),
    ];
    return changes.map(({ at, text, told = text, around = node, show = [], needs = null }) => {
      const [from, to] = spanOf(around, tree);
      const there = script.slice(from, at[0]) + told + script.slice(at[1], to);
      return { start: at[0], end: at[1], text, here: script.slice(from, to), there, show, needs };
    });
  });
}
