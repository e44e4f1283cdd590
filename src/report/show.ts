import type { Json } from '../core/index.js';

/** A value as a reader wants it: text as it is, everything else as JSON. */
export function show(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
