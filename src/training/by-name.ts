import { nearNames, quoted } from '../core/internal.js';
import { trainingError } from './error-codes.js';

/** Names that an error lists. */
const MOST_LISTED = 40;

/**
 * Finds what a name stands for; case, `_`, `-` and spaces make no difference: `F1Score` is `f1_score`.
 *
 * @param kind - what is looked for, as `metric`.
 * @throws {MettleError} `training/unknown_name`, with the names that are near, or those there are.
 */
export function byName<T>(kind: string, name: string, entries: Readonly<Record<string, T>>): T {
  const wanted = plain(name);
  const known = Object.keys(entries);
  const found = known.find((entry) => plain(entry) === wanted);
  if (found !== undefined) return entries[found] as T;
  const near = nearNames(name, known);
  const words = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There are ${listed(known)}.`;
  throw trainingError('unknown_name', `There is no ${kind} ${quoted(name)}. ${words}`, {
    details: { near, known },
  });
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

function listed(names: readonly string[]): string {
  return names.length <= MOST_LISTED ? names.join(', ') : `${names.slice(0, MOST_LISTED).join(', ')} …`;
}
