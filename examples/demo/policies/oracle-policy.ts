import { contentHash } from 'mettle/core';
import type { Policy } from 'mettle/environments';
import type { SolvedTask } from '../tasks/generate-tasks.js';
import { answerByScript, answerQuery, write } from './act-on-world.js';

/**
 * A policy that knows how each task is done, as a check on the tasks and an upper bound. It does not know the
 * expected answers: what it runs is SQL and Python, what is expected was worked out from the records without them.
 */
export function createOraclePolicy(tasks: readonly SolvedTask[]): Policy {
  const solutions = new Map(tasks.map(({ task, solution }) => [task.prompt, solution]));
  return {
    name: 'oracle',
    version: contentHash([...solutions]),
    play: async ({ prompt }, actor) => {
      const solution = solutions.get(prompt);
      if (solution === undefined) return;
      if (solution.kind === 'writes') await write(actor, solution.statements);
      else if (solution.kind === 'script') await answerByScript(actor, solution.sql, solution.script);
      else await answerQuery(actor, solution.sql, solution.kind);
    },
  };
}
