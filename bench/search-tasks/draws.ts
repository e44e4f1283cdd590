/** A pair of input and output, as a training task holds it. */
export interface Pair {
  readonly input: Json;
  readonly output: Json;
}

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Random choices of one instance. */
export interface Draw {
  readonly integer: (low: number, high: number) => number;
  readonly pick: <T>(items: readonly T[]) => T;
  readonly sample: <T>(items: readonly T[], count: number) => T[];
}

/** A transformation that a user might want, with a generator of instances. */
export interface SearchTask {
  readonly name: string;
  /** Examples it is trained on. Default 10; tables and thresholds need more. */
  readonly examples?: number;
  readonly make: (draw: Draw) => Pair;
}

export const FIRST = [
  'Ada',
  'Alan',
  'Grace',
  'Ken',
  'Barbara',
  'Edsger',
  'Donald',
  'Tim',
  'Radia',
  'Niklaus',
  'Frances',
  'Jean',
];
export const LAST = [
  'Lovelace',
  'Turing',
  'Hopper',
  'Thompson',
  'Liskov',
  'Dijkstra',
  'Knuth',
  'Lee',
  'Perlman',
  'Wirth',
  'Allen',
];
export const WORDS = [
  'alpha',
  'Brick',
  'cedar',
  'Delta',
  'ember',
  'Field',
  'grove',
  'Hazel',
  'iris',
  'Juno',
  'kite',
  'Lemon',
  'moss',
];
export const CITIES = [
  'Lima',
  'Oslo',
  'Cairo',
  'Quito',
  'Tokyo',
  'Paris',
  'Delhi',
  'Accra',
  'Minsk',
  'Perth',
];
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export const pad = (value: number, width: number): string => String(value).padStart(width, '0');
export const person = (draw: Draw): { readonly first: string; readonly last: string } => ({
  first: draw.pick(FIRST),
  last: draw.pick(LAST),
});
export const words = (draw: Draw, fewest = 2, most = 4): string[] =>
  draw.sample(WORDS, draw.integer(fewest, most));
export const list = (draw: Draw, low = -20, high = 50): number[] =>
  Array.from({ length: draw.integer(1, 7) }, () => draw.integer(low, high));
export const total = (items: readonly number[]): number => items.reduce((sum, item) => sum + item, 0);
export const iso = (draw: Draw): readonly [string, string, string] => [
  String(draw.integer(1930, 2029)),
  pad(draw.integer(1, 12), 2),
  pad(draw.integer(1, 28), 2),
];
