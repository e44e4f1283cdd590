import { type Draw, FIRST, LAST, pad } from './draws.js';
import type { DrawnTask } from './lists.js';

/** Draws a task of one kind. */
export type Maker = (draw: Draw) => DrawnTask;

/** A task without parameters. */
export const plain =
  (name: string, make: DrawnTask['make']): Maker =>
  () => ({ name, make });

/** A task with one parameter, drawn from `options`. */
export const varied =
  <Option>(
    name: (option: Option) => string,
    options: readonly Option[],
    make: (option: Option) => DrawnTask['make'],
  ): Maker =>
  (draw) => {
    const option = draw.pick(options);
    return { name: name(option), make: make(option) };
  };

const GIVEN = [...FIRST, 'Margarethe', 'Bo', 'Wei', 'Katherine', 'Omar', 'Ingrid', 'Cy', 'Anneliese'];
const FAMILY = [...LAST, 'Xu', 'Hamilton', 'Johnson', 'Ng', 'Rasmussen', 'Cox', 'Featherstone', 'Berners'];
const TOWNS = [
  'Lima',
  'Oslo',
  'New Haven',
  'San Jose',
  'Quito',
  'Salt Lake City',
  'Perth',
  'Baton Rouge',
  'Erie',
];
const STATES = ['CA', 'NY', 'TX', 'WA', 'OH', 'LA', 'UT', 'CT', 'PA'];
const STREETS = ['Main St', 'Oak Avenue', 'Mill Road', 'Park Lane', 'High St', 'Old Kings Highway', 'Elm Ct'];
const NOUNS = [
  'report',
  'budget',
  'notes',
  'plan',
  'a',
  'summary',
  'photo',
  'invoice',
  'readme',
  'minutes',
  'cv',
];
const MAKES = ['Ducati', 'Honda', 'Yamaha', 'Vespa', 'BMW', 'KTM', 'Triumph', 'Norton', 'Aprilia'];
const FIRMS = ['acme', 'northwind', 'globex', 'umbra', 'hooli', 'initech', 'vandelay', 'ibex', 'qed'];
const TOP = ['com', 'org', 'net', 'io', 'de', 'info', 'edu'];
const FOLDERS = ['usr', 'home', 'var', 'src', 'docs', 'images', 'tmp', 'projects', 'backup'];
const ENDINGS = ['txt', 'pdf', 'csv', 'md', 'jpeg', 'ts', 'docx', 'py'];

export const given = (draw: Draw): string => draw.pick(GIVEN);
export const family = (draw: Draw): string => draw.pick(FAMILY);
export const town = (draw: Draw): string => draw.pick(TOWNS);
export const state = (draw: Draw): string => draw.pick(STATES);
export const street = (draw: Draw): string => draw.pick(STREETS);
export const noun = (draw: Draw): string => draw.pick(NOUNS);
export const bike = (draw: Draw): string => draw.pick(MAKES);
export const firm = (draw: Draw): string => draw.pick(FIRMS);
export const top = (draw: Draw): string => draw.pick(TOP);
export const ending = (draw: Draw): string => draw.pick(ENDINGS);
export const folders = (draw: Draw, fewest = 1, most = 3): string[] =>
  draw.sample(FOLDERS, draw.integer(fewest, most));
/** Decimal digits, the first not 0. */
export const digits = (draw: Draw, width: number): string =>
  String(draw.integer(1, 9)) + Array.from({ length: width - 1 }, () => draw.integer(0, 9)).join('');
/** A number of 1 to `most` digits. */
export const number = (draw: Draw, most = 4): string => digits(draw, draw.integer(1, most));
export const capitals = (draw: Draw, count: number): string =>
  Array.from({ length: count }, () => draw.pick([...'ABCDEFGHKLMNPRSTUVWXYZ'])).join('');
export const title = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
export const clock = (draw: Draw): string => `${pad(draw.integer(0, 23), 2)}:${pad(draw.integer(0, 59), 2)}`;
export const isoDay = (draw: Draw): string =>
  `${draw.integer(1990, 2029)}-${pad(draw.integer(1, 12), 2)}-${pad(draw.integer(1, 28), 2)}`;
/** Whether, half the time. */
export const coin = (draw: Draw): boolean => draw.integer(0, 1) === 1;
