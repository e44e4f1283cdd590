import type { Json } from '../../core/index.js';

/** Characters of a value that feedback shows. */
const SHOWN = 200;

/** A value in feedback, as JSON, cut after 200 characters. */
export function showValue(value: Json): string {
  // Cut before it is written as JSON: a text may be huge.
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, SHOWN + 1) : value);
  return text.length <= SHOWN + 2 ? text : `${text.slice(0, SHOWN)}…`;
}
