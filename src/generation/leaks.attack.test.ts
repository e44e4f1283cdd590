import { describe, expect, it } from 'vitest';
import { policyOf } from '../environments/episodes/shop.fixture.js';
import { createSqlEnvironment } from '../environments/index.js';
import { judgePrompt } from '../evaluation/internal.js';
import type { ExpectedAnswer, Task } from '../records/index.js';
import { scriptedModel } from '../testing/index.js';
import { AgentTrajectoryGenerator } from './generator/trajectory-generator.js';
import type { GeneratedTask } from './tasks/generated-task.js';
import { proveTask } from './tasks/prove-task.js';

const SECRET = 'quince-7719';
const environment = await createSqlEnvironment({
  name: 'fruit',
  content: {
    tables: [
      {
        name: 'fruit',
        columns: 'name TEXT PRIMARY KEY, cents INTEGER NOT NULL',
        rows: [
          ['fig', 80],
          ['kiwi', 4417],
          ['pear', 45],
        ],
      },
    ],
  },
});

/** A task whose answer is the price of the kiwi, with an oracle that looks it up. */
function generated(prompt: string, answer: Partial<ExpectedAnswer> = {}): GeneratedTask {
  const task: Task = {
    id: 'kiwi',
    category: 'lookup',
    prompt,
    expected: { answer: { value: 4417, comparison: 'number', ...answer }, stateDigest: null },
    metadata: {},
  };
  const oracle = policyOf(async (actor) => {
    const { data } = await actor.call('sql_query', { sql: "SELECT cents FROM fruit WHERE name = 'kiwi'" });
    actor.answer((data as { rows: number[][] }).rows[0]?.[0] ?? null);
  }, 'oracle');
  return { task, environment, seed: 0, oracle };
}

describe('an audit', () => {
  it('proves a task that says nothing of its answer', async () => {
    expect(await proveTask(generated('What does a kiwi cost in cents?'))).toMatchObject({ proved: true });
  });

  it.each<[string, string, Partial<ExpectedAnswer>]>([
    ['the answer in its words', 'A kiwi costs 4417 cents. What does a kiwi cost in cents?', {}],
    [
      'the answer in quotes',
      'Someone said "4417". Is that what a kiwi costs?',
      { value: '4417', comparison: 'exact' },
    ],
    ['the answer as its words', 'Say it again: 4417', { value: 'Say it again: 4417', comparison: 'exact' }],
    ['a tolerance that takes anything', 'What does a kiwi cost in cents?', { tolerance: 1e308 }],
    ['a tolerance as large as the answer', 'What does a kiwi cost in cents?', { tolerance: 4417 }],
    ['an answer that is nothing', 'What does a plum cost?', { value: null, comparison: 'exact' }],
    ['an empty list for an answer', 'Which cost over 9000?', { value: [], comparison: 'set' }],
    ['a yes or a no for an answer', 'Is a kiwi dear?', { value: true, comparison: 'exact' }],
    ['a count that a guess finds', 'How many fruits are there?', { value: 1, comparison: 'number' }],
    [
      'what one call shows',
      'What is in the table?',
      { value: 'row row row row row row', comparison: 'exact' },
    ],
  ])('names a task with %s', async (_, prompt, answer) => {
    const { proved, passed } = await proveTask(generated(prompt, answer));
    expect([proved, passed.length > 0]).toEqual([false, true]);
  });

  it('names a task that a call does with arguments that another seed gives', async () => {
    const lucky = {
      ...environment,
      sampleArguments: (tool: string, { seed }: { readonly seed: number }) => ({
        sql: tool === 'sql_execute' && seed === 2 ? 'UPDATE fruit SET cents = 50' : 'SELECT 1',
      }),
    };
    const { task, ...rest } = generated('Make the fig cost 50 cents.');
    const goals = [{ kind: 'has', name: 'fruit/fig', members: { cents: 50 } }] as const;
    const { passed } = await proveTask({
      ...rest,
      environment: lucky,
      task: { ...task, expected: { answer: null, stateDigest: null, goals } },
    });
    expect(passed.map(({ name }) => name)).toContain(
      'calls sql_execute with other arguments (1) and says it is done',
    );
  });

  it('takes a hit by one of many draws for luck', async () => {
    const drawn = {
      ...environment,
      sampleArguments: (tool: string, { seed }: { readonly seed: number }) => ({
        sql: tool === 'sql_execute' && seed === 2 ? 'UPDATE fruit SET cents = 50' : `SELECT ${seed}`,
      }),
    };
    const { task, ...rest } = generated('Make the fig cost 50 cents.');
    const goals = [{ kind: 'has', name: 'fruit/fig', members: { cents: 50 } }] as const;
    const { passed } = await proveTask({
      ...rest,
      environment: drawn,
      task: { ...task, expected: { answer: null, stateDigest: null, goals } },
    });
    expect(passed).toEqual([]);
  });

  it('names a task that its own oracle cannot do', async () => {
    const { proved, reason } = await proveTask(generated('What does a fig cost?', { value: 81_234 }));
    expect([proved, reason]).toEqual([false, expect.stringMatching(/^the oracle: fail/)]);
  });
});

describe('what is asked of a model', () => {
  const hidden: Task = {
    id: SECRET,
    category: SECRET,
    prompt: 'What does a kiwi cost?',
    expected: {
      answer: { value: SECRET, comparison: 'exact' },
      stateDigest: SECRET,
      goals: [{ kind: 'fact', name: SECRET, value: SECRET }],
      process: [{ kind: 'observed', text: SECRET }],
    },
    metadata: { oracle: SECRET },
  };
  const oracle = policyOf(
    async (actor) => void (await actor.call('sql_query', { sql: `SELECT '${SECRET}'` })),
    SECRET,
  );

  it.each([
    ['single_agent', ['4417']],
    ['multi_agent', ['1. Look.', '4417', '{"verdict": "accept", "reason": "Fine."}']],
  ] as const)(
    'says nothing of the answer, the checks or the oracle in the mode %s',
    async (mode, replies) => {
      const model = scriptedModel([...replies]);
      const generator = new AgentTrajectoryGenerator({ model, environment });
      const trajectory = await generator.generate({ task: hidden, environment, seed: 0, oracle }, { mode });
      model.assertDone();
      expect(JSON.stringify(model.calls)).not.toContain(SECRET);
      expect(JSON.stringify(trajectory.steps)).not.toContain(SECRET);
      const outcome = { verdict: 'fail', reason: `expected ${SECRET}`, checks: [] } as const;
      expect(judgePrompt(trajectory, outcome)).not.toContain(SECRET);
    },
  );
});
