import { readFile } from 'node:fs/promises';
import { contentHash, type Json, RandomStream } from '../../../core/index.js';
import type { Policy } from '../../../environments/index.js';
import type { Task } from '../../../records/index.js';

/** A column of the table: texts as they came and as they should be, and what an agent tries first. */
export interface Column {
  readonly name: string;
  readonly first_guess: string;
  readonly rows: readonly (readonly [messy: string, clean: string])[];
}

/** Reads the table that the demo ships with. */
export async function readColumns(): Promise<readonly Column[]> {
  const text = await readFile(new URL('contacts.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly columns: readonly Column[] }).columns;
}

/** One task for each cell; by chance, training may see half of the cells of a column. */
export function contactTasks(columns: readonly Column[], seed: number): readonly Task[] {
  return columns.flatMap(({ name, rows }) =>
    new RandomStream(seed, `demo ${name}`).shuffle(rows).map(
      ([messy, clean], index): Task => ({
        id: `${name}-${contentHash(messy).slice(0, 12)}`,
        category: name,
        prompt: promptOf(name, messy),
        expected: { answer: { value: clean, comparison: 'exact' }, stateDigest: null },
        metadata: { input: messy, split: index < rows.length / 2 ? 'train' : 'unseen' },
      }),
    ),
  );
}

function promptOf(column: string, messy: string): string {
  return `Write the ${column} “${messy}” as the other records do.`;
}

/** An agent that reads the column and the text from the prompt, and runs its script for the column on the text. */
export function clerkPolicy(scripts: Readonly<Record<string, string>>): Policy {
  return {
    name: 'clerk',
    version: contentHash(scripts),
    play: async ({ prompt }, actor) => {
      const [, column = '', text = ''] = /^Write the (\w+) “(.*)” as/.exec(prompt) ?? [];
      const { status, data } = await actor.runCode(
        `${scripts[column]?.trimEnd()}\n\n\ntransform(${JSON.stringify(text)})`,
      );
      if (status === 'ok') actor.answer((data as { readonly value: Json }).value);
    },
  };
}
