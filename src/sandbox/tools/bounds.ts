import { quoted } from '../../core/internal.js';
import type { FileTree } from '../../filesystem/index.js';

/** Characters of text that one result of a tool holds: some 5,000 tokens. */
export const MAX_RESULT_CHARACTERS = 20_000;

/** How many items, from the first on, fit into a result; one in any case, so that paging gets on. */
export function countThatFits<T>(items: readonly T[], charactersOf: (item: T) => number): number {
  let left = MAX_RESULT_CHARACTERS;
  for (const [index, item] of items.entries()) {
    left -= charactersOf(item);
    if (left < 0) return Math.max(1, index);
  }
  return items.length;
}

/** Files that are named where a pattern matches none. */
const MAX_NAMED = 3;

/** What to say of a glob pattern that matches no file, though there are some; null where there are none. */
export function noFileMatches(files: FileTree, pattern: string): string | null {
  const all = files.files();
  if (all.length === 0) return null;
  const below = pattern.startsWith('**') ? 0 : files.files(`**/${pattern.replace(/^\/+/, '')}`).length;
  const advice = below > 0 ? `; ${quoted(`**/${pattern.replace(/^\/+/, '')}`)} matches ${below}` : '';
  const some = all.slice(0, MAX_NAMED).join(', ');
  return `No file matches ${quoted(pattern)}${advice}. There are ${all.length} files, such as ${some}.`;
}
