/** Words and helpers of the set `spreadsheets`. */
import { type Draw, type Json, MONTHS, type Pair } from './draws.js';

/** Draws what a rule leaves open, as a separator, and gives what makes a row. */
export type Column = (rule: Draw) => (draw: Draw) => Pair;
/** Columns by what is to be done to them. */
export type Columns = Readonly<Record<string, Column>>;

export const row = (input: Json, output: Json): Pair => ({ input, output });
/** A column whose rule leaves nothing open. */
export const fixed =
  (make: (draw: Draw) => Pair): Column =>
  () =>
    make;

export const GIVEN = [
  'Marta',
  'Oleg',
  'Priya',
  'Jonas',
  'Aiko',
  'Samuel',
  'Ines',
  'Bo',
  'Hannah',
  'Mateo',
  'Farah',
  'Viktor',
  'Chloe',
  'Emeka',
  'Yusuf',
  'Greta',
  'Noor',
  'Al',
  'Katrin',
  'Leopold',
];
export const FAMILY = [
  'Keller',
  'Okafor',
  'Nguyen',
  'Santos',
  'Lindqvist',
  'Fox',
  'Haddad',
  'Moreau',
  'Takeda',
  'Brandt',
  'Novak',
  'Ellis',
  'Rossi',
  'Yang',
  'Petrov',
  'Whitfield',
  'Banerjee',
  'Ortega',
];
export const TOWNS = [
  'Dunmore',
  'Port Ellis',
  'Ashby',
  'Lakewood',
  'Santa Clara',
  'Brixton',
  'Riverside',
  'Halden',
  'New Bern',
  'Oakham',
  'Tilburg',
  'West Linn',
];
export const STREETS = ['Elm', 'Maple Grove', 'Station', 'Mill', 'Old Harbour', 'Queen', 'Chestnut', 'Park'];
export const KINDS = ['Street', 'Road', 'Avenue', 'Lane', 'Drive'];
export const STATES = ['OH', 'CA', 'TX', 'NY', 'WA', 'ME', 'FL', 'OR'];
export const GOODS = [
  'lamp',
  'desk',
  'office chair',
  'notebook',
  'stapler',
  'water bottle',
  'monitor arm',
  'cable',
  'standing desk mat',
  'keyboard',
  'pen',
  'whiteboard',
  'paper shredder',
];
export const PLAIN = [
  'budget',
  'review',
  'quarter',
  'final',
  'draft',
  'sales',
  'north',
  'team',
  'plan',
  'stock',
  'invoice',
  'survey',
  'travel',
  'site',
  'energy',
  'offer',
];
export const HOSTS = ['acme', 'northwind', 'blue-river', 'kite', 'orchard', 'zenlab', 'tinyshop', 'metro'];
export const ENDINGS = ['example', 'test', 'org', 'co.uk', 'net', 'io'];
export const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export const two = (value: number): string => String(value).padStart(2, '0');
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
export const grouped = (whole: number, mark: string): string =>
  String(whole).replace(/\B(?=(\d{3})+$)/g, mark);
export const digits = (draw: Draw, count: number): string =>
  Array.from({ length: count }, () => draw.integer(0, 9)).join('');
export const letters = (draw: Draw, count: number): string =>
  Array.from({ length: count }, () => String.fromCharCode(65 + draw.integer(0, 25))).join('');
/** Cents as people write amounts. */
export const money = (cents: number, group = ',', point = '.'): string =>
  `${grouped(Math.floor(cents / 100), group)}${point}${two(cents % 100)}`;
/** Amounts of one to six figures before the point. */
export const cents = (draw: Draw): number =>
  draw.integer(1, 9999) * draw.pick([1, 10, 100, 1000]) + draw.integer(0, 99);
/** Rounded as a person rounds, away from zero. */
export const round = (value: number, places: number): number =>
  Number(`${Math.round(Number(`${value}e${places}`))}e${-places}`);

/** A day, from 1995 to 2031. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}
export const drawDay = (draw: Draw, from = 1995, to = 2031): Day => {
  const year = draw.integer(from, to);
  const month = draw.integer(1, 12);
  return { year, month, day: draw.integer(1, new Date(Date.UTC(year, month, 0)).getUTCDate()) };
};
export const stamp = ({ year, month, day }: Day): number => Date.UTC(year, month - 1, day) / 86_400_000;
export const dayAt = (at: number): Day => {
  const date = new Date(at * 86_400_000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
};
export const isoDay = ({ year, month, day }: Day): string => `${year}-${two(month)}-${two(day)}`;
export const monthName = (month: number): string => MONTHS[month - 1] ?? '';
