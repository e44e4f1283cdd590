import type { Json } from '../../core/index.js';
import { quoted, shortened } from '../../core/internal.js';

/** Characters of a value that feedback shows. */
const SHOWN = 200;

/** A value in feedback, as JSON, cut to 200 characters. */
export function showValue(value: Json): string {
  return typeof value === 'string' ? quoted(value, SHOWN) : shortened(JSON.stringify(value), SHOWN);
}
