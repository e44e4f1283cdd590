/**
 * The least number of characters to insert, delete or replace that turn one text into the other. Levenshtein 1966, *Soviet
 * Physics Doklady* 10(8); two rows of the table of Wagner and Fischer 1974. Characters are UTF-16 units.
 *
 * What both texts begin and end with is skipped. Where more than `mostSteps` steps would be left, the rest counts as
 * replaced as a whole: an upper bound, in time linear in the texts. With `swaps`, two neighbours that changed places count as
 * one change, as in Damerau 1964, *Communications of the ACM* 7(3), if nothing else changes in that place.
 */
export function editDistance(
  left: string,
  right: string,
  { mostSteps = 4_000_000, swaps = false }: { readonly mostSteps?: number; readonly swaps?: boolean } = {},
): number {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start++;
  let end = 0;
  const shorter = Math.min(left.length, right.length) - start;
  while (end < shorter && left[left.length - 1 - end] === right[right.length - 1 - end]) end++;
  const rows = left.length - start - end;
  const columns = right.length - start - end;
  if (rows === 0 || columns === 0 || rows * columns > mostSteps) return Math.max(rows, columns);
  let older = new Uint32Array(columns + 1);
  let previous = Uint32Array.from({ length: columns + 1 }, (_, column) => column);
  let current = new Uint32Array(columns + 1);
  for (let row = 1; row <= rows; row++) {
    current[0] = row;
    const character = left.charCodeAt(start + row - 1);
    const before = row > 1 ? left.charCodeAt(start + row - 2) : Number.NaN;
    for (let column = 1; column <= columns; column++) {
      const other = right.charCodeAt(start + column - 1);
      const replaced = (previous[column - 1] ?? 0) + (character === other ? 0 : 1);
      current[column] = Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      if (swaps && column > 1 && before === other && character === right.charCodeAt(start + column - 2))
        current[column] = Math.min(current[column] ?? 0, (older[column - 2] ?? 0) + 1);
    }
    [older, previous, current] = [previous, current, older];
  }
  return previous[columns] ?? 0;
}
