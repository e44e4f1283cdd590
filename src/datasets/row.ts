import type { JsonObject } from '../core/index.js';

/** One row of a source, before templates make a sample of it. */
export interface Row {
  readonly fields: JsonObject;
  /** Where it stands, for messages: `people.csv, line 3`. */
  readonly where: string;
}
