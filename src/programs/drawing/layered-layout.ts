/** A box to be placed: `across` the direction of reading, and `along` it. */
export interface LayoutNode {
  readonly id: string;
  readonly across: number;
  readonly along: number;
}

/** Where a box is: its middle across, its begin along, and the end of its row. */
interface LayoutPlace {
  readonly across: number;
  readonly along: number;
  readonly rowEnd: number;
}

/** What {@link layOut} finds. */
export interface Layout {
  readonly places: ReadonlyMap<string, LayoutPlace>;
  /** For each edge, where it passes the rows between its ends: middle across, begin and end along. */
  readonly bends: readonly (readonly {
    readonly across: number;
    readonly from: number;
    readonly to: number;
  }[])[];
  readonly across: number;
  readonly along: number;
}

interface Item {
  readonly id: string;
  readonly width: number;
  readonly before: Item[];
  readonly after: Item[];
  middle: number;
}

const PASSING = 16;
const SWEEPS = 12;

/**
 * Places boxes in rows so that every edge goes forward (Sugiyama, Tagawa and Toda 1981): rows by the longest way, an empty place
 * in every row that an edge passes, order by the middle of neighbours where that crosses fewer edges, and places
 * across by least squares under the gaps (isotonic regression).
 *
 * @param nodes - each after those that edges lead from to it.
 */
export function layOut(
  nodes: readonly LayoutNode[],
  edges: readonly { readonly from: string; readonly to: string }[],
  gaps: { readonly across: number; readonly along: number },
): Layout {
  const rank = new Map<string, number>(nodes.map(({ id }) => [id, 0]));
  for (const { id } of nodes) {
    for (const { from } of edges.filter(({ to }) => to === id)) {
      rank.set(id, Math.max(rank.get(id) ?? 0, (rank.get(from) ?? 0) + 1));
    }
  }
  const rows: Item[][] = Array.from({ length: Math.max(0, ...rank.values()) + 1 }, () => []);
  const items = new Map<string, Item>();
  const put = (id: string, width: number, row: number): Item => {
    const item: Item = { id, width, before: [], after: [], middle: 0 };
    rows[row]?.push(item);
    return item;
  };
  for (const { id, across } of nodes) items.set(id, put(id, across, rank.get(id) ?? 0));
  const chains = edges.map(({ from, to }) => {
    const [start, end] = [items.get(from) as Item, items.get(to) as Item];
    const passed: Item[] = [];
    for (let row = (rank.get(from) ?? 0) + 1; row < (rank.get(to) ?? 0); row += 1) {
      passed.push(put('', PASSING, row));
    }
    const chain = [start, ...passed, end];
    for (const [index, item] of chain.slice(1).entries()) {
      chain[index]?.after.push(item);
      item.before.push(chain[index] as Item);
    }
    return passed;
  });
  order(rows);
  placeAcross(rows, gaps.across);
  const heights = rows.map((row) =>
    Math.max(0, ...row.map(({ id }) => nodes.find((node) => node.id === id)?.along ?? 0)),
  );
  const starts = heights.map((_, row) =>
    heights.slice(0, row).reduce((sum, height) => sum + height + gaps.along, 0),
  );
  const rowOf = new Map(rows.flatMap((row, index) => row.map((item) => [item, index] as const)));
  const startOf = (item: Item) => starts[rowOf.get(item) ?? 0] ?? 0;
  const heightOf = (item: Item) => heights[rowOf.get(item) ?? 0] ?? 0;
  const all = rows.flat();
  const least = Math.min(...all.map(({ middle, width }) => middle - width / 2));
  const most = Math.max(...all.map(({ middle, width }) => middle + width / 2));
  return {
    places: new Map(
      [...items].map(([id, item]) => [
        id,
        { across: item.middle - least, along: startOf(item), rowEnd: startOf(item) + heightOf(item) },
      ]),
    ),
    bends: chains.map((passed) =>
      passed.map((item) => ({
        across: item.middle - least,
        from: startOf(item),
        to: startOf(item) + heightOf(item),
      })),
    ),
    across: most - least,
    along: heights.reduce((sum, height) => sum + height, 0) + (rows.length - 1) * gaps.along,
  };
}

/** Puts each row in the order with the fewest crossings that some sweeps find. */
function order(rows: Item[][]): void {
  let best = rows.map((row) => [...row]);
  let fewest = crossings(rows);
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep += 1) {
    const isDown = sweep % 2 === 0;
    for (const row of isDown ? rows : rows.toReversed()) {
      const position = new Map(rows.flatMap((each) => each.map((item, index) => [item, index] as const)));
      const wish = new Map(
        row.map((item) => {
          const near = (isDown ? item.before : item.after).map((other) => position.get(other) ?? 0);
          return [item, near.length === 0 ? (position.get(item) ?? 0) : mean(near)];
        }),
      );
      row.sort((left, right) => (wish.get(left) ?? 0) - (wish.get(right) ?? 0));
    }
    const found = crossings(rows);
    if (found < fewest) {
      fewest = found;
      best = rows.map((row) => [...row]);
    }
  }
  for (const [index, row] of best.entries()) rows[index] = row;
}

function crossings(rows: readonly (readonly Item[])[]): number {
  let found = 0;
  for (const [index, row] of rows.entries()) {
    const next = new Map(rows[index + 1]?.map((item, position) => [item, position]));
    const ends = row.flatMap((item, position) =>
      item.after.map((other) => [position, next.get(other) ?? 0] as const),
    );
    for (const [from, to] of ends) {
      for (const [otherFrom, otherTo] of ends) if (from < otherFrom && to > otherTo) found += 1;
    }
  }
  return found;
}

/** Moves the boxes of each row to the middle of their neighbours, as far as the gaps allow. */
function placeAcross(rows: readonly (readonly Item[])[], gap: number): void {
  for (const row of rows) {
    let at = -row.reduce((sum, { width }) => sum + width + gap, -gap) / 2;
    for (const item of row) {
      item.middle = at + item.width / 2;
      at += item.width + gap;
    }
  }
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const row of sweep % 2 === 0 ? rows : rows.toReversed()) {
      const wishes = row.map((item) => {
        const near = [...item.before, ...item.after];
        return near.length === 0 ? item.middle : mean(near.map(({ middle }) => middle));
      });
      let offset = 0;
      const offsets = row.map((item, index) => {
        if (index > 0) offset += ((row[index - 1]?.width ?? 0) + item.width) / 2 + gap;
        return offset;
      });
      const free = isotonic(wishes.map((wish, index) => wish - (offsets[index] ?? 0)));
      for (const [index, item] of row.entries()) item.middle = (free[index] ?? 0) + (offsets[index] ?? 0);
    }
  }
}

/** The nearest values (least squares) that never fall: pool adjacent violators. */
function isotonic(values: readonly number[]): readonly number[] {
  const pools: { sum: number; count: number }[] = [];
  for (const value of values) {
    let pool = { sum: value, count: 1 };
    for (
      let last = pools.at(-1);
      last !== undefined && last.sum / last.count > pool.sum / pool.count;
      last = pools.at(-1)
    ) {
      pool = { sum: pool.sum + last.sum, count: pool.count + last.count };
      pools.pop();
    }
    pools.push(pool);
  }
  return pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
