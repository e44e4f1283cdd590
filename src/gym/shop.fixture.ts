import type { Json } from '../core/index.js';
import { createSqlEnvironment, type Environment } from '../environments/index.js';
import type { ExpectedOutcome, Task } from '../records/index.js';
import type { AnswerAction, GymAction, ToolAction } from './action.js';
import { AgentGym } from './agent-gym.js';
import type { AgentGymOptions } from './gym-options.js';

/** A writable SQL environment: four fruits and their prices. */
export function openFruitShop(writable = true): Promise<Environment> {
  return createSqlEnvironment({
    name: 'shop',
    writable,
    content: {
      tables: [
        {
          name: 'fruit',
          columns: 'name TEXT PRIMARY KEY, cents INTEGER NOT NULL',
          rows: [
            ['apple', 30],
            ['fig', 80],
            ['pear', 45],
            ['plum', 60],
          ],
        },
      ],
    },
  });
}

export const raise: ExpectedOutcome = {
  answer: null,
  stateDigest: null,
  goals: [{ kind: 'fact', name: 'fruit/fig', value: { name: 'fig', cents: 90 } }],
  invariants: [{ kind: 'unchanged', except: ['fruit/fig'] }],
};
export const count: ExpectedOutcome = { answer: { value: 3, comparison: 'number' }, stateDigest: null };
const raisePrompt = 'Set the price of fig to 90 cents, and nothing else.';
export const countPrompt = 'How many fruits cost more than 40 cents?';
export const COUNTING = 'SELECT count(*) FROM fruit WHERE cents > 40';
export const RAISING = "UPDATE fruit SET cents = 90 WHERE name = 'fig'";

export function shopTask(expected: ExpectedOutcome = count, prompt: string = countPrompt): Task {
  return { id: `task-${prompt.length}`, category: 'shop', prompt, expected, metadata: {} };
}

/** A gym in the fruit shop. */
export async function shopGym(
  expected: ExpectedOutcome = count,
  options: Omit<AgentGymOptions, 'environment' | 'task'> & { readonly prompt?: string } = {},
): Promise<AgentGym> {
  const { prompt = expected === raise ? raisePrompt : countPrompt, ...others } = options;
  return new AgentGym({ environment: await openFruitShop(), task: shopTask(expected, prompt), ...others });
}

export const query = (sql: string): ToolAction => ({ tool: 'sql_query', arguments: { sql } });
export const execute = (sql: string): ToolAction => ({ tool: 'sql_execute', arguments: { sql } });
export const answer = (value: Json): AnswerAction => ({ answer: value });

/** Plays actions one after another, then says that it is done. */
export function scripted(
  ...actions: readonly GymAction[]
): (observation: string, gym: AgentGym) => GymAction {
  return (_, gym) => actions[gym.state().stepsTaken] ?? answer('done');
}
