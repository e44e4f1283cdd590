import { contentHash } from 'mettle/core';
import type { Actor, Policy } from 'mettle/environments';
import type { SkillLibrary } from '../skill-library.js';
import { quoteSql } from '../tasks/task-draft.js';
import { answerByScript, answerQuery, write } from './act-on-world.js';
import { carefulBook } from './careful-book.js';
import { hastyBook } from './hasty-book.js';
import { literalBook } from './literal-book.js';
import { readPrompt } from './read-prompt.js';
import { type SqlBook, wordLookup } from './sql-book.js';

/** Changes when prompts are read or answered otherwise. */
const KEYWORD_POLICY_VERSION = 1;

const BOOKS = { careful: carefulBook, hasty: hastyBook, literal: literalBook } as const;

/** The names of the agents under test. */
export const keywordAgents: readonly string[] = Object.keys(BOOKS);

/**
 * The agents under test: they see the prompt alone, read it by keywords, and run the SQL that their book holds.
 * Their mistakes are misconceptions, not dice. What has to be written in the house's style they write by the
 * scripts of their library.
 */
export function createKeywordPolicies(libraryOf: (agent: string) => SkillLibrary): readonly Policy[] {
  return Object.entries(BOOKS).map(([name, book]) => keywordPolicy(name, book, libraryOf(name)));
}

function keywordPolicy(name: string, book: SqlBook, library: SkillLibrary): Policy {
  return {
    name,
    version: contentHash({ name, version: KEYWORD_POLICY_VERSION, library }),
    play: async ({ prompt }, actor) => {
      const reading = readPrompt(prompt);
      if (reading === null) {
        actor.think('None of my keywords fit.');
      } else if (reading.intent === 'label') {
        await label(actor, reading.words, library);
      } else {
        actor.think(`Keywords: ${reading.intent.replaceAll('_', ' ')}.`);
        const recipe = book[reading.intent]?.(wordLookup(reading.words));
        if (recipe === undefined) return;
        if (recipe.shape === 'writes') await write(actor, recipe.statements);
        else await answerQuery(actor, recipe.sql, recipe.shape);
      }
    },
  };
}

async function label(
  actor: Actor,
  words: Readonly<Record<string, string>>,
  library: SkillLibrary,
): Promise<void> {
  const { skill = '', subject, code = '' } = words;
  const script = library[skill.replaceAll(' ', '_')];
  if (script === undefined) {
    actor.think(`I have no script for the ${skill}.`);
    return;
  }
  actor.plan(`Look up the ${subject}, then write its ${skill} by the script for it.`);
  const column = subject === 'capital' ? 'capital' : 'name';
  const table = subject === 'currency' ? 'currencies' : 'countries';
  await answerByScript(actor, `SELECT ${column} FROM ${table} WHERE code = ${quoteSql(code)}`, script);
}
