/** Words and draws of the set `wrangling`. */
import type { Draw } from './draws.js';

export const GIVEN_NAMES = [
  'Mary',
  'James',
  'Oksana',
  'Luis',
  'Zoe',
  'Rahul',
  'Ingrid',
  'Theodore',
  'Mei',
  'Abdul',
  'Camille',
  'Stefan',
  'Ruth',
  'Ed',
  'Valentina',
  'Kwame',
  'Nadia',
  'Hugh',
  'Rosalind',
  'Tomas',
];
export const SURNAMES = [
  'Carter',
  'Ivanova',
  'Gomez',
  'Smith',
  'Fitzgerald',
  'Rao',
  'Olsen',
  'Wu',
  'Abebe',
  'Leclerc',
  'Hoffmann',
  'Park',
  'Delgado',
  'Baker',
  'Mensah',
  'Sato',
  'Underwood',
  'Kim',
];
export const PLACES = [
  'Austin',
  'Salt Lake City',
  'Boston',
  'El Paso',
  'Madison',
  'Fort Wayne',
  'Reno',
  'Santa Fe',
  'Tampa',
  'Baton Rouge',
  'Erie',
  'Long Beach',
];
export const ROADS = ['Oak', 'Washington', 'Cherry Hill', 'Lake', 'Fifth', 'Sunset', 'River Bend', 'Pine'];
export const ROAD_KINDS = ['St', 'Ave', 'Blvd', 'Rd', 'Ct', 'Way'];
export const REGIONS = ['TX', 'UT', 'MA', 'WI', 'IN', 'NV', 'NM', 'FL', 'LA', 'PA', 'CA'];
export const THINGS = [
  'mug',
  'tripod',
  'backpack',
  'garden hose',
  'lantern',
  'phone case',
  'rug',
  'toaster',
  'bike pump',
  'candle',
  'sleeping bag',
  'hammer',
  'tape',
  'blender',
];
export const TERMS = [
  'order',
  'user',
  'total',
  'price',
  'list',
  'shipping',
  'date',
  'account',
  'id',
  'status',
  'default',
  'max',
  'group',
  'unit',
  'file',
  'region',
  'created',
  'billing',
];
export const PHRASES = [
  'connection reset by peer',
  'cache miss for key',
  'user logged in',
  'disk almost full',
  'retrying request',
  'job finished',
  'timeout while reading',
  'config reloaded',
  'invalid token',
  'started worker',
];
export const SITES = ['pixelforge', 'greenleaf', 'datahub', 'openmaps', 'bakery-nine', 'quill', 'rivertown'];
export const DOMAINS = ['com', 'org', 'de', 'co', 'dev', 'info', 'edu'];
export const JOURNALS = [
  'Nature Methods',
  'Cell',
  'Annals of Statistics',
  'Lancet',
  'Physical Review',
  'Brain Research',
];

/** One of two texts, as often one as the other. */
export const either = (draw: Draw): boolean => draw.integer(0, 1) === 1;
/** The text, or nothing. */
export const perhaps = (draw: Draw, text: string): string => (either(draw) ? text : '');
export const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
/** Some different terms. */
export const terms = (draw: Draw, fewest: number, most: number): string[] =>
  draw.sample(TERMS, draw.integer(fewest, most));
/** A short remark in lower case. */
export const remark = (draw: Draw): string => terms(draw, 2, 5).join(' ');
/** A given name, a middle one and a surname. */
export const named = (draw: Draw): { given: string; middle: string; surname: string } => {
  const [given = '', middle = ''] = draw.sample(GIVEN_NAMES, 2);
  return { given, middle, surname: draw.pick(SURNAMES) };
};
