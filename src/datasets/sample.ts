import type { JsonObject } from '../core/index.js';

/** One sample: what goes in, and what should come out where that is known. */
export interface Sample {
  readonly x: JsonObject;
  readonly y?: JsonObject;
}
