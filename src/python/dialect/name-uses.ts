import type { DialectContext } from './dialect-context.js';
import type { Span } from './edit.js';
import { perContext } from './per-context.js';

/** Where each name occurs, as sorted offsets: reads and bindings. */
const offsetsByName = perContext((context) => {
  const found = new Map<string, number[]>();
  for (const node of context.tree.index.ofType('Name')) addOffset(found, node.id, context.tree.start(node));
  return sortEach(found);
});

/** How often a name occurs strictly inside a span. */
export function countUses(name: string, span: Span, context: DialectContext): number {
  return countInside(offsetsByName(context).get(name), span);
}

/** Adds an offset under a key. */
export function addOffset(found: Map<string, number[]>, key: string, offset: number): void {
  const known = found.get(key);
  if (known === undefined) found.set(key, [offset]);
  else known.push(offset);
}

/** The same map, each list in rising order. */
export function sortEach(found: Map<string, number[]>): ReadonlyMap<string, readonly number[]> {
  for (const offsets of found.values()) offsets.sort((left, right) => left - right);
  return found;
}

/** How many of the rising offsets lie strictly inside a span. */
export function countInside(offsets: readonly number[] | undefined, span: Span): number {
  return offsets === undefined ? 0 : firstAtLeast(offsets, span.end) - firstAtLeast(offsets, span.start + 1);
}

function firstAtLeast(offsets: readonly number[], limit: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
