import { expect, it } from 'vitest';
import { importTraces } from '../import-traces.js';

const run = '{"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]}';

it.each<[string, string, number, readonly (readonly [number, string])[]]>([
  ['a torn last line', `${run}\n${run.slice(0, 40)}`, 1, [[2, 'It may be cut off']]],
  ['a torn first line', `${run.slice(40)}\n${run}\n`, 1, [[1, 'not JSON']]],
  ['a first line that is cut off', `${run.slice(0, 40)}\n${run}\n`, 1, [[1, 'It may be cut off']]],
  ['blank lines', `\n${run}\n\n  \n${run}\n`, 2, []],
  [
    'a line of another kind',
    `${run}\n{"a": 1}\n"x"\n`,
    1,
    [
      [2, 'in no form that is known'],
      [3, 'in no form that is known'],
    ],
  ],
  ['a record without a reply', '[{"role": "user", "content": "Hi"}]', 0, [[1, 'no reply']]],
  [
    'an unknown role',
    '[{"role": "assistant", "content": "a"}, {"role": "elf", "content": "b"}]',
    0,
    [[1, 'no form']],
  ],
  ['nesting', `${run}\n${'['.repeat(5000)}${']'.repeat(5000)}`, 1, [[2, 'nested deeper']]],
  ['an empty list', '[]', 0, []],
  ['nothing', '', 0, []],
])('reads what it can of a log with %s, and names the rest by line', async (_, text, records, skipped) => {
  const read = await importTraces(text);
  expect(read.trajectories).toHaveLength(records);
  expect(read.skipped.map(({ line }) => line)).toEqual(skipped.map(([line]) => line));
  for (const [index, [, reason]] of skipped.entries()) expect(read.skipped[index]?.reason).toContain(reason);
});

it('reads a list of records in one JSON document over several lines, and names them by item', async () => {
  const text = JSON.stringify([JSON.parse(run), { a: 1 }, JSON.parse(run)], null, 2);
  const { trajectories, skipped } = await importTraces(text);
  expect(trajectories).toHaveLength(2);
  expect(skipped).toEqual([{ line: 1, reason: expect.stringMatching(/^item 2: .*no form/) }]);
});

it('reads records of several forms, each as what it is, and says why', async () => {
  const anthropic = {
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }] },
    ],
  };
  const { formats } = await importTraces(`${run}\n${JSON.stringify(anthropic)}\n${run}\n`);
  expect(formats).toEqual([
    { format: 'openai', records: 2, because: 'it has messages with roles' },
    { format: 'anthropic', records: 1, because: 'it has content blocks of the type tool_use' },
  ]);
});

it('refuses a form that a record is not in, and says which it looks like', async () => {
  const items =
    '[{"role": "user", "content": "Hi"}, {"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"}]';
  const { skipped } = await importTraces(items, { format: 'sharegpt' });
  expect(skipped[0]?.reason).toBe(
    'it looks like openai-responses, because it has items of the type function_call: use --format auto',
  );
});

it('tells 5.0 from 5, and keeps whole numbers that no double holds, also in arguments that are objects', async () => {
  const input = '{"a":5.0,"b":5,"c":12345678901234567890,"d":"5.0","e":[1e2]}';
  const { trajectories } = await importTraces(
    `{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":${input}}]}]}`,
  );
  expect(trajectories[0]?.turns?.[0]?.parts).toEqual([{ call: 0, arguments: input }]);
  expect(trajectories[0]?.steps[0]).toMatchObject({ arguments: { a: 5, b: 5, d: '5.0', e: [100] } });
});

it('keeps arguments that no number can hold as they were written', async () => {
  const { trajectories } = await importTraces(
    '{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":{"a":1e400}}]}]}',
  );
  expect(trajectories[0]?.steps[0]).toMatchObject({ arguments: {}, invalidArguments: '{"a":1e400}' });
});
