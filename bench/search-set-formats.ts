import type { Draw } from './search-draws.js';
import { CODES } from './search-formats-codes.js';
import type { Maker } from './search-formats-draws.js';
import { PEOPLE, PHONES } from './search-formats-people.js';
import { EXTRACTS, PHRASES } from './search-formats-phrases.js';
import { PATHS, PLACES, TIMES } from './search-formats-places.js';
import type { DrawnTask } from './search-set-lists.js';

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
