import type { Json } from '../../core/index.js';

/**
 * A value out of SQLite as JSON, exact: integers beyond 2^53 as decimal text, infinities as text, blobs as
 * `{hex}`.
 */
export function sqlValueToJson(value: unknown): Json {
  if (value === undefined || value === null) return null;
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString('hex') };
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return String(value);
}
