import { isJsonObject, type Json } from '../core/index.js';
import type { Observation } from '../records/index.js';

/**
 * An observation without what its environment declares volatile. A path is `content`, `error/message`, or one into the
 * data such as `data/headers/date`; `*` stands for every member or item. What it names becomes null. Content that shows
 * what is volatile in the data has to be named, too.
 */
export function maskVolatile(
  { status, content, data, error }: Observation,
  paths: readonly string[],
): Observation {
  const plain: Observation = { status, content, data, error };
  let masked: Json = plain as unknown as Json;
  for (const path of paths) masked = mask(masked, path.split('/'));
  return masked as unknown as Observation;
}

function mask(value: Json, [name, ...rest]: readonly string[]): Json {
  if (name === undefined) return null;
  if (Array.isArray(value)) {
    return value.map((item: Json, index) => (isNamed(name, String(index)) ? mask(item, rest) : item));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, isNamed(name, key) ? mask(member, rest) : member]),
  );
}

function isNamed(name: string, key: string): boolean {
  return name === '*' || name === key;
}
