import type { Json } from '../../core/index.js';
import { mettleClasses } from './mettle-classes.js';
import type { RestoreOptions } from './registry.js';
import { deserialize } from './serialize.js';

/** Restores a saved object of Mettle's own classes, and of those in `customObjects`. */
export async function restored(saved: unknown, options: RestoreOptions = {}): Promise<object> {
  const own = await mettleClasses(saved as Json);
  return deserialize(saved, { ...options, customObjects: { ...own, ...options.customObjects } });
}
