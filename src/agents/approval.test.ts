import { expect } from 'vitest';
import { MettleError } from '../core/index.js';
import { scriptedModel } from '../testing/index.js';
import { needs } from '../testing/needs.fixture.js';
import { tool } from '../tools/index.js';
import type { Approve } from './approval.js';
import { DeepAgent } from './deep-agent.js';
import { FunctionCallingAgent } from './function-calling-agent.js';
import { RecursiveLanguageModelAgent } from './recursive-agent.js';

const { it } = await needs('sandbox');

/** Tools that note their calls. */
function shop() {
  const calls: unknown[] = [];
  const noting = (name: string) =>
    tool({
      name,
      description: name,
      parameters: { type: 'object', properties: { item: { type: 'string' } } },
      execute: ({ item }) => {
        calls.push(`${name} ${String(item)}`);
        return 'done';
      },
    });
  return { tools: [noting('look'), noting('buy')], calls };
}

const uses = (...names: string[]) => ({ toolCalls: names.map((name) => ({ name, input: { item: 'pen' } })) });

const outputs = (messages: readonly { readonly role: string; readonly content: unknown }[]): unknown =>
  messages.flatMap(({ role, content }) =>
    role === 'tool' ? (content as { output: { value: unknown } }[]).map(({ output }) => output.value) : [],
  );

it('asks before each call that is named, makes what is approved once, and tells the model why the rest is refused', async () => {
  const { tools, calls } = shop();
  const asked: unknown[] = [];
  const decisions = [null, 'too dear'];
  const model = scriptedModel([uses('look', 'buy'), uses('buy'), uses('sell'), 'Done.']);
  const agent = new FunctionCallingAgent({
    model,
    tools,
    needsApproval: ['buy'],
    approve: async (call) => {
      asked.push(call, calls.filter((made) => made === 'buy pen').length);
      return decisions.shift() ?? null;
    },
  });
  const { answer, messages } = await agent.call('Buy a pen.');
  expect(answer).toBe('Done.');
  expect([...calls].sort()).toEqual(['buy pen', 'look pen']);
  const call = { tool: 'buy', arguments: { item: 'pen' } };
  expect(asked).toEqual([call, 0, call, 1]);
  expect(outputs(messages)).toEqual([
    'done',
    'done',
    'refused: too dear',
    expect.stringMatching(/no tool "sell"/),
  ]);
});

it.each<[string, Approve, string]>([
  [
    'throws',
    () => {
      throw new Error('the desk is closed');
    },
    'refused: the decision on this call failed: the desk is closed',
  ],
  [
    'rejects',
    () => Promise.reject(new Error('offline')),
    'refused: the decision on this call failed: offline',
  ],
  [
    'decides nothing',
    (() => undefined) as unknown as Approve,
    'refused: the decision on this call is neither null nor a reason',
  ],
  [
    'says true',
    (() => true) as unknown as Approve,
    'refused: the decision on this call is neither null nor a reason',
  ],
])('makes no call where approve %s', async (_, approve, reason) => {
  const { tools, calls } = shop();
  const { messages } = await new FunctionCallingAgent({
    model: scriptedModel([uses('buy'), 'No.']),
    tools,
    approve,
  }).call('Buy a pen.');
  expect([calls, outputs(messages)]).toEqual([[], [reason]]);
});

it('ends at once when the signal aborts while a decision is waited for, and makes no call afterwards', async () => {
  const { tools, calls } = shop();
  const controller = new AbortController();
  const told: AbortSignal[] = [];
  let decide: (decision: null) => void = () => undefined;
  const agent = new FunctionCallingAgent({
    model: scriptedModel([uses('buy')]),
    tools,
    approve: (_, { signal }) => {
      told.push(signal);
      controller.abort(new Error('enough'));
      return new Promise((resolve) => {
        decide = resolve;
      });
    },
  });
  const { stopReason, messages } = await agent.call('Buy a pen.', { signal: controller.signal });
  decide(null);
  await new Promise(setImmediate);
  expect([stopReason, calls, told[0]?.aborted]).toEqual(['aborted', [], true]);
  expect(outputs(messages)).toEqual(['not run: the work was stopped before.']);
});

it('asks about calls of subagents, and about functions in the code of a recursive agent', async () => {
  const asked: string[] = [];
  const approve: Approve = ({ tool: name }) => {
    asked.push(name);
    return 'look only';
  };
  const write = { toolCalls: [{ name: 'write_file', input: { path: 'a.txt', content: 'a' } }] };
  const spawn = { toolCalls: [{ name: 'spawn_subagents', input: { tasks: ['Write.'] } }] };
  const model = scriptedModel([spawn, write, 'I may not.', 'Nothing.']);
  const deep = new DeepAgent({ model, maxSubagentDepth: 1, approve, needsApproval: ['write_file'] });
  const { answer, sandbox } = await deep.call('Go.');
  expect([answer, sandbox.changes().written, asked]).toEqual(['Nothing.', [], ['write_file']]);

  const { tools, calls } = shop();
  const code = 'try:\n    buy("pen")\nexcept PermissionError as error:\n    submit(str(error))';
  const recursive = new RecursiveLanguageModelAgent({
    model: scriptedModel([{ toolCalls: [{ name: 'run_python_code', input: { code } }] }]),
    sandboxTools: tools,
    approve,
    needsApproval: ['buy'],
  });
  expect([(await recursive.call('')).answer, calls]).toEqual(['look only', []]);
});

it('keeps in a configuration that calls wait for a decision, and makes no agent of it without approve', () => {
  const { tools } = shop();
  const approve = () => null;
  const agent = new FunctionCallingAgent({
    model: scriptedModel([]),
    tools,
    approve,
    needsApproval: ['buy'],
  });
  const config = JSON.parse(JSON.stringify(agent.getConfig()));
  const model = scriptedModel([]);
  expect(() => FunctionCallingAgent.fromConfig(config, { model, tools })).toThrow(
    /need approval: pass approve/,
  );
  expect(FunctionCallingAgent.fromConfig(config, { model, tools, approve }).getConfig()).toEqual(config);
});

it.each([
  [{ needsApproval: ['bye'], approve: () => null }, /no tool bye/],
  [{ needsApproval: ['buy'] }, /there is no approve/],
  [{ approve: 'yes' as unknown as Approve }, /approve must be a function/],
])('refuses options that would leave calls without a decision: %#', (options, message) => {
  const { tools } = shop();
  const make = () => new FunctionCallingAgent({ model: scriptedModel([]), tools, ...options });
  expect(make).toThrow(message);
  expect(make).toThrow(MettleError);
});
