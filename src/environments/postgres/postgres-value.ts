import type { Json } from '../../core/index.js';

const asText = (text: string): string => text;

/** How the texts of PostgreSQL's types are read: dates as they are written, not as moments of a time zone. */
export const postgresParsers: Readonly<Record<number, (text: string) => string>> = Object.fromEntries(
  // date, time, timestamp, timestamptz, interval, timetz, numeric
  [1082, 1083, 1114, 1184, 1186, 1266, 1700].map((type) => [type, asText]),
);

/**
 * A value out of PostgreSQL as JSON, exact: integers beyond 2^53 and numerics as decimal text, infinities and NaN as
 * text, bytes as `{hex}`, dates and times as PostgreSQL writes them.
 */
export function postgresValueToJson(value: unknown): Json {
  if (value === undefined || value === null) return null;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString('hex') };
  if (Array.isArray(value)) return value.map(postgresValueToJson);
  return JSON.parse(JSON.stringify(value));
}
