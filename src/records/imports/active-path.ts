/** An entry of a session that knows which one came before it. */
export interface TreeEntry {
  readonly id: string | null;
  readonly parent: string | null;
}

/**
 * The entries that lead to the last one: a session that was taken back and went on otherwise is a tree, of which the rest was abandoned. Where
 * an entry begins anew or its parent isn't there, the one before it in the file comes first.
 */
export function activePath(entries: readonly TreeEntry[]): ReadonlySet<number> {
  const places = new Map<string, number>();
  const path = new Set<number>();
  for (const [index, { id }] of entries.entries()) if (id !== null) places.set(id, index);
  for (let at = entries.length - 1; at >= 0; ) {
    path.add(at);
    const parent = entries[at]?.parent ?? null;
    const place = parent === null ? undefined : places.get(parent);
    // A parent that comes later would lead in a circle.
    at = place !== undefined && place < at ? place : at - 1;
  }
  return path;
}
