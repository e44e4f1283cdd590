import { describe, expect, it } from 'vitest';
import type { Json } from '../core/index.js';
import { TestsPass } from '../requirements/index.js';
import { needs } from '../testing/needs.fixture.js';
import { makeCodeRewardFn } from './make-code-reward-fn.js';
import { makeRewardFn } from './make-reward-fn.js';
import { COUNTING, openFruitShop } from './shop.fixture.js';

const environment = await openFruitShop();
const reward = makeRewardFn({ environment });
const call = (tool: string, given: Json): string => JSON.stringify({ tool, arguments: given });
const native = (name: string, given: Json): Json => ({
  role: 'assistant',
  tool_calls: [{ type: 'function', function: { name, arguments: given } }],
});

describe('the reward of a completion', () => {
  it('is a ladder, strictly ordered', async () => {
    const completions = [
      call('sql_query', { sql: COUNTING }),
      call('sql_query', { sql: 'SELECT nothing' }),
      call('sql_query', { sql: 5 }),
      call('no_such_tool', {}),
      'I think that it is 3.',
    ];
    expect(await reward({ completions })).toEqual([1, 0.75, 0.5, 0.25, 0]);
    expect(await makeRewardFn({ tools: environment.tools })({ completions })).toEqual([
      1,
      1,
      2 / 3,
      1 / 3,
      0,
    ]);
    const weights = { parse: 0, tool: 0, arguments: 0, execute: 1 };
    expect(await makeRewardFn({ environment, weights })({ completions })).toEqual([1, 0, 0, 0, 0]);
  });

  it('reads conversations, native calls of every spelling and raw text, and takes any column', async () => {
    const sql = { sql: COUNTING };
    const completions: Json[] = [
      [native('sql_query', sql)],
      [
        native('sql_query', JSON.stringify(sql)),
        { role: 'tool', name: 'sql_query', content: '3' },
        { role: 'assistant', content: 'It is 3.' },
      ],
      [{ role: 'assistant', content: call('sql_query', sql) }],
      `<tool_call>\n${JSON.stringify({ name: 'sql_query', arguments: sql })}\n</tool_call>`,
      JSON.stringify({ tool_name: 'sql_query', args: sql }),
      [native('sql_query', '{"sql": ')],
      [],
      '',
      null,
      7,
    ];
    const batch = {
      prompts: ['p'],
      completions,
      completion_ids: [[1]],
      trainer_state: null,
      difficulty: ['hard'],
    };
    expect(await reward(batch)).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
    expect(await reward({ completions: [] })).toEqual([]);
  });

  it('lets no completion see what another did, and runs the calls of one after another', async () => {
    const doing = (...statements: readonly string[]): Json =>
      statements.map((sql) => native(sql.startsWith('SELECT') ? 'sql_query' : 'sql_execute', { sql }));
    const completions = [
      doing("INSERT INTO fruit VALUES ('kiwi', 20)", "INSERT INTO fruit VALUES ('kiwi', 20)"),
      doing("INSERT INTO fruit VALUES ('kiwi', 20)", "DELETE FROM fruit WHERE name = 'kiwi'"),
      doing("INSERT INTO fruit VALUES ('kiwi', 20)"),
      doing("INSERT INTO fruit VALUES ('kiwi', 20)"),
    ];
    expect(await reward({ completions })).toEqual([0.75, 1, 1, 1]);
  });

  it('is that of the worst call, and no more for many calls', async () => {
    const many = Array.from({ length: 17 }, () => native('sql_query', { sql: 'SELECT 1' }));
    const mixed = [native('sql_query', { sql: 'SELECT 1' }), native('nothing', {})];
    expect(await reward({ completions: [many, mixed] })).toEqual([0.25, 0.25]);
  });

  it('is null, and never 0, where no world opens', async () => {
    const closed = { ...environment, open: () => Promise.reject(new Error('out of memory')) };
    const completions = [call('sql_query', { sql: 'SELECT 1' }), 'no call'];
    expect(await makeRewardFn({ environment: closed })({ completions })).toEqual([null, 0]);
  });

  it('needs something to call', () => {
    expect(() => makeRewardFn({})).toThrow('environment must be given, or tools');
    expect(() =>
      makeRewardFn({ environment, weights: { execute: 0, parse: 0, tool: 0, arguments: 0 } }),
    ).toThrow('above 0');
  });
});

const { it: withPython } = await needs('python3');

withPython('gives code 1 for passing its row’s tests, and 0 for failing, hanging and no code', async () => {
  const fenced = (code: string): string => `\`\`\`python\n${code}\n\`\`\``;
  const completions: Json[] = [
    fenced('def double(x):\n    return 2 * x'),
    [{ role: 'assistant', content: fenced('def double(x):\n    return x') }],
    fenced('import os\nos._exit(0)\ndef double(x): pass'),
    'I would double it.',
  ];
  const code = makeCodeRewardFn({ requirements: ({ tests }) => [TestsPass({ tests: String(tests) })] });
  expect(await code({ completions, tests: completions.map(() => 'assert double(2) == 4') })).toEqual([
    1, 0, 0, 0,
  ]);
});
