import { expect } from 'vitest';
import type { ModelRequest } from '../models/index.js';
import { createSandbox } from '../sandbox/index.js';
import { gate, type ScriptStep, scriptedModel } from '../testing/index.js';
import { needs } from '../testing/needs.fixture.js';
import type { AgentEvent } from './agent-event.js';
import { DeepAgent } from './deep-agent.js';

const { it } = await needs('sandbox');

/** A step for calls whose first message has this text: those of one agent among several. */
const from = (
  task: string,
  answer: Exclude<ScriptStep<ModelRequest>, { when: unknown }>,
): ScriptStep<ModelRequest> => ({
  when: ({ messages }) => messages[1]?.content === task,
  answer,
});

const spawn = (...tasks: (string | Record<string, string>)[]) => ({
  toolCalls: [{ name: 'spawn_subagents', input: { tasks } }],
});

const write = (path: string, content: string) => ({
  toolCalls: [{ name: 'write_file', input: { path, content } }],
});

/** The results of the turn before the last message. */
const resultsOf = (request: ModelRequest | undefined): unknown[] => {
  const content = request?.messages.at(-1)?.content;
  if (typeof content !== 'object') throw new Error('the last message has no results');
  return content.map((part) => ('output' in part ? part.output.value : null));
};

it('runs subagents on branches, shows their diffs, and takes over what is merged', async () => {
  const model = scriptedModel([
    from('Go.', spawn('Write a.', { task: 'Write b.' })),
    from('Write a.', write('a.txt', 'a\n')),
    from('Write a.', 'Wrote a.'),
    from('Write b.', write('b.txt', 'bb\n')),
    from('Write b.', 'Wrote b.'),
    from('Go.', {
      toolCalls: [
        { name: 'list_files' },
        { name: 'merge_subagent', input: { handle: 'subagent_0' } },
        { name: 'discard_subagent', input: { handle: 'subagent_1' } },
        { name: 'merge_subagent', input: { handle: 'subagent_1' } },
      ],
    }),
    from('Go.', 'Merged.'),
  ]);
  const events: AgentEvent[] = [];
  const agent = new DeepAgent({ model, maxSubagentDepth: 1 });
  const { sandbox, answer } = await agent.call('Go.', { onEvent: (event) => events.push(event) });
  model.assertDone();
  expect(answer).toBe('Merged.');
  const requests = model.calls.filter(({ messages }) => messages[1]?.content === 'Go.');
  expect(resultsOf(requests[1])).toEqual([
    {
      subagents: [
        {
          handle: 'subagent_0',
          task: 'Write a.',
          result: 'Wrote a.',
          diff: { written: [{ path: 'a.txt', kind: 'create', size: 2 }], deleted: [] },
        },
        {
          handle: 'subagent_1',
          task: 'Write b.',
          result: 'Wrote b.',
          diff: { written: [{ path: 'b.txt', kind: 'create', size: 3 }], deleted: [] },
        },
      ],
    },
  ]);
  expect(resultsOf(requests[2])).toEqual([
    { files: [], total: 0, offset: 1, truncated: false },
    { written: ['a.txt'], deleted: [], conflicts: [], skipped: [] },
    { discarded: 'subagent_1' },
    { error: 'unknown subagent handle: "subagent_1"; there are subagent_0' },
  ]);
  expect(sandbox.changes().written).toEqual(['a.txt']);
  const told = events.flatMap((event) =>
    event.type === 'subagent' && event.event.type === 'end' ? [event.handle] : [],
  );
  expect(told.sort()).toEqual(['subagent_0', 'subagent_1']);
});

it('keeps the branch of a subagent that failed, and reports why', async () => {
  const model = scriptedModel([
    from('Go.', spawn('Break.')),
    from('Break.', write('half.txt', 'half')),
    from('Break.', { fault: 'refused' }),
    from('Go.', { toolCalls: [{ name: 'merge_subagent', input: { handle: 'subagent_0' } }] }),
    from('Go.', 'Kept.'),
  ]);
  const { sandbox } = await new DeepAgent({ model, maxSubagentDepth: 1 }).call('Go.');
  model.assertDone();
  const asked = model.calls.filter(({ messages }) => messages[1]?.content === 'Go.');
  expect(resultsOf(asked[1])).toEqual([
    {
      subagents: [
        { handle: 'subagent_0', task: 'Break.', error: expect.stringMatching(/^model_error: .*refused/) },
      ],
    },
  ]);
  expect(sandbox.changes().written).toEqual(['half.txt']);
});

it('answers an empty list as an error, and numbers handles anew in each call', async () => {
  const model = scriptedModel([
    spawn(),
    'Nothing.',
    from('Go.', spawn('Look.')),
    from('Look.', 'Seen.'),
    from('Go.', 'Ok.'),
  ]);
  const agent = new DeepAgent({ model, maxSubagentDepth: 1 });
  await agent.call('Nothing?');
  expect(resultsOf(model.calls[1])).toEqual([{ error: 'no tasks provided' }]);
  await agent.call('Go.');
  expect(resultsOf(model.calls.at(-1))).toMatchObject([{ subagents: [{ handle: 'subagent_0' }] }]);
});

it('takes nothing over of a subagent that is still at work', async () => {
  const halfway = gate();
  const merged = gate();
  const model = scriptedModel([
    from('Go.', {
      toolCalls: [
        { name: 'spawn_subagents', input: { tasks: ['Work.'] } },
        { name: 'merge_subagent', input: { handle: 'subagent_0' } },
      ],
    }),
    from('Work.', write('half.txt', 'half')),
    from('Work.', async () => {
      halfway.open();
      await merged.opened;
      return 'Worked.';
    }),
    from('Go.', 'Done.'),
  ]);
  const { sandbox } = await new DeepAgent({
    model,
    maxSubagentDepth: 1,
    needsApproval: ['merge_subagent'],
    approve: async () => {
      await halfway.opened;
      return null;
    },
  }).call('Go.', {
    onEvent: (event) => {
      if (event.type === 'tool-result' && event.call.toolName === 'merge_subagent') merged.open();
    },
  });
  model.assertDone();
  const asked = model.calls.filter(({ messages }) => messages[1]?.content === 'Go.');
  expect(resultsOf(asked[1])[1]).toEqual({ error: expect.stringContaining('still at work') });
  expect(sandbox.changes().written).toEqual([]);
});

it('nests as deep as it was told and no deeper, and gives subagents what the agent has', async () => {
  const names = ({ tools }: ModelRequest): string[] => (tools ?? []).map(({ name }) => name);
  const model = scriptedModel([
    from('Go.', spawn('Middle.')),
    from('Middle.', spawn('Leaf.')),
    from('Leaf.', { toolCalls: [{ name: 'submit', input: { n: 1 } }] }),
    from('Middle.', { toolCalls: [{ name: 'submit', input: { n: 2 } }] }),
    from('Go.', { toolCalls: [{ name: 'submit', input: { n: 3 } }] }),
  ]);
  await using sandbox = await createSandbox({ files: { 'AGENTS.md': 'Use tabs.\n' } });
  const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } as const;
  const { answer } = await new DeepAgent({ model, sandbox, schema, maxSubagentDepth: 2 }).call('Go.');
  model.assertDone();
  expect(answer).toEqual({ n: 3 });
  const [top, middle, leaf] = model.calls;
  for (const request of [top, middle]) {
    expect(names(request as ModelRequest)).toContain('spawn_subagents');
    expect(String(request?.messages[0]?.content)).toContain('merge_subagent');
  }
  expect(
    names(leaf as ModelRequest).filter((name) => name.endsWith('_subagent') || name.startsWith('spawn')),
  ).toEqual([]);
  for (const { messages } of model.calls) expect(String(messages[0]?.content)).toContain('Use tabs.');
});

it('asks another model where subagents have their own', async () => {
  const model = scriptedModel([spawn('Look.'), 'Done.']);
  const subagentModel = scriptedModel(['Seen.']);
  const { answer } = await new DeepAgent({ model, subagentModel, maxSubagentDepth: 1 }).call('Go.');
  model.assertDone();
  subagentModel.assertDone();
  expect(answer).toBe('Done.');
});

it('stops subagents with the call, and leaves none behind', async () => {
  const stop = new AbortController();
  const model = scriptedModel([
    from('Go.', spawn('Hang.', 'Stop.')),
    from('Hang.', { fault: 'never' }),
    from('Stop.', () => {
      stop.abort(new Error('enough'));
      return 'too late';
    }),
  ]);
  const ended: string[] = [];
  const result = await new DeepAgent({ model, maxSubagentDepth: 1 }).call('Go.', {
    signal: stop.signal,
    onEvent: (event) => {
      if (event.type === 'subagent' && event.event.type === 'end') ended.push(event.event.stopReason);
    },
  });
  expect(result).toMatchObject({ stopReason: 'aborted', error: { message: 'enough' } });
  expect(ended).toEqual(['aborted', 'aborted']);
  expect(JSON.stringify(result.messages.at(-1))).toContain('stopped before it ended');
});

it('tells of its end last, when it is stopped before subagents have begun', async () => {
  const stop = new AbortController();
  const stopping = from('Stop.', () => {
    stop.abort(new Error('enough'));
    return 'too late';
  });
  const model = scriptedModel([from('Go.', spawn('Stop.', 'Later.', 'Last.')), stopping]);
  const types: string[] = [];
  await new DeepAgent({ model, maxSubagentDepth: 1, subagentConcurrency: 1 }).call('Go.', {
    signal: stop.signal,
    onEvent: ({ type }) => types.push(type),
  });
  expect(types.filter((type) => type === 'subagent').length).toBeGreaterThan(2);
  expect(types.indexOf('end')).toBe(types.length - 1);
});

it('runs many at once without a warning of Node, and as many at once as it was told', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error): void => {
    warnings.push(name);
  };
  process.on('warning', note);
  try {
    const tasks = Array.from({ length: 40 }, (_, n) => `task ${n}`);
    const model = scriptedModel([from('Go.', spawn(...tasks)), from('Go.', 'Done.')]);
    let [running, most] = [0, 0];
    const subagentModel = scriptedModel(
      tasks.map(() => async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise(setImmediate);
        running -= 1;
        return 'Seen.';
      }),
    );
    const agent = new DeepAgent({ model, subagentModel, maxSubagentDepth: 1, subagentConcurrency: 20 });
    await agent.call('Go.', { signal: new AbortController().signal });
    subagentModel.assertDone();
    expect([most, warnings]).toEqual([20, []]);
  } finally {
    process.off('warning', note);
  }
});

it('hands on what a subagent could say when its rounds were used up, and says that they were', async () => {
  const lists = ({ messages }: ModelRequest) => ({
    toolCalls: [{ name: 'list_files', input: { pattern: `${messages.length}*` } }],
  });
  const model = scriptedModel([
    { toolCalls: [{ name: 'spawn_subagents', input: { tasks: ['look'] } }] },
    'Done.',
  ]);
  const said = 'Half of it. '.repeat(100);
  const subagentModel = scriptedModel([lists, said]);
  const agent = new DeepAgent({ model, subagentModel, maxSubagentDepth: 1, maxIterations: 1 });
  await agent.call('Go.');
  const shown = JSON.stringify(model.calls[1]?.messages.at(-1));
  expect(shown).toContain('"error":"iteration_limit"');
  expect(shown).toContain(said);
});
