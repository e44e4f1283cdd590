import type { Draw } from './draws.js';
import { CODES } from './formats-codes.js';
import type { Maker } from './formats-draws.js';
import { PEOPLE, PHONES } from './formats-people.js';
import { EXTRACTS, PHRASES } from './formats-phrases.js';
import { PATHS, PLACES, TIMES } from './formats-places.js';
import type { DrawnTask } from './lists.js';

const MAKERS: readonly Maker[] = [
  ...PEOPLE,
  ...PHONES,
  ...PLACES,
  ...PATHS,
  ...TIMES,
  ...CODES,
  ...PHRASES,
  ...EXTRACTS,
];

/**
 * A reformatting of texts as people do it in spreadsheets, of the kind `index` of those below, in turn. Written from what
 * is known of the field by someone who had not read the search or its other sets.
 */
export function drawFormatTask(draw: Draw, index: number): DrawnTask {
  return (MAKERS[index % MAKERS.length] as Maker)(draw);
}
