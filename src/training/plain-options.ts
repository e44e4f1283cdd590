import { canonicalJson, type Json, type JsonObject } from '../core/index.js';

/** Options as JSON, without those that are undefined; null where a file could not hold them: functions, models, meters. */
export function plainOptions(options: object): JsonObject | null {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  try {
    return JSON.parse(canonicalJson(Object.fromEntries(given) as Json)) as JsonObject;
  } catch {
    return null;
  }
}
