import { isJsonObject, type Json } from '../../core/index.js';
import { savedClasses } from '../../saved-classes.js';
import type { RegisteredObject } from './registry.js';

/**
 * Loads Mettle's own classes that a saved object names, at any depth: for `customObjects` of `deserialize`.
 *
 *     const customObjects = await mettleClasses(saved);
 *     const metric = deserialize(saved, { customObjects });
 */
export async function mettleClasses(saved: Json): Promise<Record<string, RegisteredObject>> {
  const names = new Set<string>();
  const pending: (Json | undefined)[] = [saved];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (isJsonObject(value) && typeof value.registered_name === 'string') names.add(value.registered_name);
    for (const member of Object.values(value)) pending.push(member);
  }
  const known = [...names].filter((name) => Object.hasOwn(savedClasses, name));
  return Object.fromEntries(
    await Promise.all(known.map(async (name) => [name, await savedClasses[name]?.()] as const)),
  ) as Record<string, RegisteredObject>;
}
