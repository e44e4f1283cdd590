import { quoteSql } from '../tasks/task-draft.js';
import type { Intent } from './read-prompt.js';

/** What an agent runs for an intent: one query whose answer has this shape, or statements that write. */
export type Recipe =
  | { readonly shape: 'scalar' | 'column'; readonly sql: string }
  | { readonly shape: 'writes'; readonly statements: readonly string[] };

/** Looks up a quoted word of the prompt; a word that the prompt lacks is empty. */
export type WordLookup = (name: string) => string;

/** What an agent believes to be the right SQL, by intent. Intents that it lacks it cannot do. */
export type SqlBook = Readonly<Partial<Record<Exclude<Intent, 'label'>, (word: WordLookup) => Recipe>>>;

/** Quotes the words of a prompt for SQL. */
export function wordLookup(words: Readonly<Record<string, string>>): WordLookup {
  return (name) => quoteSql(words[name] ?? '');
}

/** A recipe for one value. */
export function scalar(sql: string): Recipe {
  return { shape: 'scalar', sql };
}

/** A recipe for a list. */
export function column(sql: string): Recipe {
  return { shape: 'column', sql };
}

/** A recipe for a change. */
export function writes(...statements: readonly string[]): Recipe {
  return { shape: 'writes', statements };
}
