/**
 * Pairs each of `count` places with an item of its own, if that can be: a perfect matching, by augmenting paths (H. W. Kuhn, 1955).
 * @returns by place, the item; null where no pairing has all of them.
 */
export function pairUp(
  count: number,
  fits: (place: number, item: number) => boolean,
): readonly number[] | null {
  const placeOf = new Array<number>(count).fill(-1);
  const place = (at: number, tried: Set<number>): boolean => {
    for (let item = 0; item < count; item++) {
      if (tried.has(item) || !fits(at, item)) continue;
      tried.add(item);
      const holder = placeOf[item] as number;
      if (holder !== -1 && !place(holder, tried)) continue;
      placeOf[item] = at;
      return true;
    }
    return false;
  };
  for (let at = 0; at < count; at++) if (!place(at, new Set())) return null;
  const items = new Array<number>(count);
  for (const [item, at] of placeOf.entries()) items[at] = item;
  return items;
}
