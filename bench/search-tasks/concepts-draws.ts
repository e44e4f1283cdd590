/** What the lists of ideas on lists share: how one is written down, and how inputs are drawn. */
import type { Draw, Json } from './draws.js';

/** What is computed from a list. */
type Rule = (list: readonly number[]) => Json;

/** Draws an input. */
export type Inputs = (draw: Draw) => readonly number[];

/** An idea with its own constants and inputs. */
export interface Concept {
  readonly name: string;
  readonly of: Rule;
  /** Default: up to ten numbers from 0 to 9, or to 99, as the task draws it. */
  readonly inputs?: Inputs;
}

/** `fewest` to `most` numbers up to `high`; few distinct ones when it is small. */
export const numbers =
  (fewest = 0, most = 10, high = 9): Inputs =>
  (draw) =>
    Array.from({ length: draw.integer(fewest, most) }, () => draw.integer(0, high));

/** Lists with `marks` put at random places, in three of four of them. */
export const having =
  (marks: readonly number[], inner: Inputs): Inputs =>
  (draw) => {
    const list = [...inner(draw)];
    for (const mark of marks) {
      if (draw.integer(0, 3) > 0) list.splice(draw.integer(0, list.length), 0, mark);
    }
    return list;
  };

/** Lists whose first numbers are places in the list. */
export const led =
  (heads: number, inner: Inputs): Inputs =>
  (draw) => {
    const rest = inner(draw);
    const places = Array.from({ length: heads }, () => draw.integer(0, rest.length));
    return [...places.sort((a, b) => a - b), ...rest];
  };

/** Lists in which numbers follow each other several times. */
export const runs: Inputs = (draw) =>
  Array.from({ length: draw.integer(1, 4) }, () => {
    const item = draw.integer(0, 9);
    return Array.from({ length: draw.integer(1, 3) }, () => item);
  }).flat();

export const sum = (list: readonly number[]): number => list.reduce((total, item) => total + item, 0);
export const up = (list: readonly number[]): number[] => [...list].sort((a, b) => a - b);
export const half = (list: readonly number[]): number => Math.floor(list.length / 2);
export const distinct = (list: readonly number[]): number[] => [...new Set(list)];
export const countOf = (list: readonly number[], item: number | undefined): number =>
  list.filter((other) => other === item).length;
export const isEven = (item: number): boolean => item % 2 === 0;
export const at = (list: readonly number[], place: number): number => list.at(place) as number;
/** What `of` makes of each two neighbours. */
export const neighbours = <T>(list: readonly number[], of: (left: number, right: number) => T): T[] =>
  list.slice(1).map((right, index) => of(at(list, index), right));
/** Equal neighbours together. */
export const grouped = (list: readonly number[]): number[][] =>
  list.reduce<number[][]>((groups, item) => {
    if (groups.at(-1)?.[0] === item) groups.at(-1)?.push(item);
    else groups.push([item]);
    return groups;
  }, []);
/** Everything before the first item that fails. */
export const leading = (list: readonly number[], holds: (item: number) => boolean): readonly number[] => {
  const end = list.findIndex((item) => !holds(item));
  return end < 0 ? list : list.slice(0, end);
};
