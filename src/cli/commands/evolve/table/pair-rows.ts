import type { Table } from './table.js';

/** Finds rows of a table by what stands in some of its columns, leaving one column out at a time. */
export class RowPairs {
  readonly #fix: Table;
  readonly #data: Table;
  /** Columns of both tables: place in the one, place in the other. */
  readonly #shared: readonly (readonly [name: string, fix: number, data: number])[];
  readonly #fixSums: readonly number[];
  readonly #dataSums: readonly number[];
  /** Shared columns with another text in some row of the same place; null where the tables differ in length. */
  readonly #edited: readonly string[] | null;

  constructor(fix: Table, data: Table) {
    this.#fix = fix;
    this.#data = data;
    this.#shared = fix.columns.flatMap((name, index) => {
      const place = data.columns.indexOf(name);
      return place === -1 ? [] : [[name, index, place] as const];
    });
    this.#edited =
      fix.rows.length === data.rows.length
        ? this.#shared.flatMap(([name, fixPlace, dataPlace]) =>
            fix.rows.every(({ cells }, row) => cells[fixPlace] === data.rows[row]?.cells[dataPlace])
              ? []
              : [name],
          )
        : null;
    this.#fixSums = fix.rows.map(({ cells }) =>
      sum(this.#shared.map(([name, place]) => cellHash(name, cells[place] ?? ''))),
    );
    this.#dataSums = data.rows.map(({ cells }) =>
      sum(this.#shared.map(([name, , place]) => cellHash(name, cells[place] ?? ''))),
    );
  }

  /** Whether the one table is a copy of the other, row by row, in which only this column was edited. */
  isCopyBut(column: string): boolean {
    return this.#edited?.every((name) => name === column) ?? false;
  }

  /**
   * For each row of the one table the rows of the other that say the same in every shared column but this one, at most
   * two, and never two that say the same in this one also. In a copy, rows of the same place belong together; elsewhere a
   * row that is the same in this column as well does.
   */
  without(column: string): readonly (readonly number[])[] {
    if (this.isCopyBut(column)) return this.#fix.rows.map((_row, index) => [index]);
    const [, fixPlace = -1, dataPlace = -1] = this.#shared.find(([name]) => name === column) ?? [];
    const others = this.#shared.filter(([name]) => name !== column);
    if (others.length === 0) return this.#fix.rows.map(() => []);
    const byKey = new Map<number, number[]>();
    for (const [index, { cells }] of this.#data.rows.entries()) {
      const key = (this.#dataSums[index] ?? 0) - cellHash(column, cells[dataPlace] ?? '');
      const rows = byKey.get(key);
      if (rows === undefined) byKey.set(key, [index]);
      else rows.push(index);
    }
    return this.#fix.rows.map(({ cells }, index) => {
      const key = (this.#fixSums[index] ?? 0) - cellHash(column, cells[fixPlace] ?? '');
      const found = new Map<string, number>();
      for (const row of byKey.get(key) ?? []) {
        const other = this.#data.rows[row]?.cells ?? [];
        if (others.some(([, fix, data]) => cells[fix] !== other[data])) continue;
        const value = other[dataPlace] ?? '';
        if (value === cells[fixPlace]) return [row];
        if (found.size < 2 && !found.has(value)) found.set(value, row);
      }
      return [...found.values()];
    });
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** A number for a cell, so that rows are compared without joining their texts: FNV-1a, 32 bits. */
function cellHash(column: string, text: string): number {
  let hash = 0x811c9dc5;
  const whole = `${column}\u0000${text}`;
  for (let index = 0; index < whole.length; index++) {
    hash = Math.imul(hash ^ whole.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
