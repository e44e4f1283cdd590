import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type ScriptedFaultKind, scriptedModel } from '../testing/index.js';
import { needs } from '../testing/needs.fixture.js';
import { tool } from '../tools/index.js';
import { pendingCalls } from './conversation.js';
import { DeepAgent } from './deep-agent.js';

const { describe, it } = await needs('sandbox');

const write = { toolCalls: [{ name: 'write_file', input: { path: 'a.txt', content: 'a' } }] };

describe('a model that fails', () => {
  it.each<[ScriptedFaultKind, boolean]>([
    ['rate_limited', false],
    ['server_failed', false],
    ['refused', false],
    ['unreachable', false],
    ['invalid_response', false],
    ['cut_off', false],
    ['cut_off', true],
    ['rate_limited', true],
  ])('%s, streaming %s: the call ends with the work so far', async (fault, streaming) => {
    const model = scriptedModel([write, { fault, text: 'Half a' }]);
    const { stopReason, error, sandbox, messages, record } = await new DeepAgent({ model, streaming }).call(
      'Go.',
    );
    expect([stopReason, error?.code]).toEqual(['model_error', `models/${fault}`]);
    expect(sandbox.changes().written).toEqual(['a.txt']);
    expect(messages.length).toBe(3);
    expect(record.exchanges.map(({ error: failure }) => failure?.code ?? null)).toEqual([
      null,
      `models/${fault}`,
    ]);
  });

  it('never answers: the signal ends the call at once', async () => {
    const stop = new AbortController();
    const model = scriptedModel([{ fault: 'never' }]);
    const result = await new DeepAgent({ model }).call('Go.', {
      signal: stop.signal,
      onEvent: ({ type }) => {
        if (type === 'model-request') queueMicrotask(() => stop.abort(new Error('enough')));
      },
    });
    expect(result).toMatchObject({
      stopReason: 'aborted',
      error: { message: 'enough' },
      usage: { modelCalls: 1 },
    });
  });
});

it('ends at once when a tool hangs and does not listen', async () => {
  const stop = new AbortController();
  const hang = tool({
    name: 'hang',
    description: 'Hangs.',
    timeoutSeconds: Number.POSITIVE_INFINITY,
    execute: () => {
      stop.abort(new Error('enough'));
      return new Promise(() => undefined);
    },
  });
  const model = scriptedModel([{ toolCalls: [{ name: 'hang' }, { name: 'list_files' }] }]);
  const result = await new DeepAgent({ model, tools: [hang] }).call('Go.', { signal: stop.signal });
  expect(result.stopReason).toBe('aborted');
  expect(pendingCalls(result.messages)).toEqual([]);
});

it('ends Python that runs when the call is stopped', async () => {
  const stop = new AbortController();
  const model = scriptedModel([
    { toolCalls: [{ name: 'run_python_code', input: { code: 'while True: pass' } }] },
  ]);
  const result = await new DeepAgent({ model }).call('Go.', {
    signal: stop.signal,
    onEvent: ({ type }) => {
      if (type === 'tool-call') setImmediate(() => stop.abort(new Error('enough')));
    },
  });
  expect(result.stopReason).toBe('aborted');
});

it('can be stopped at every event, and each time gives a whole conversation to go on from', async () => {
  const script = () => [write, { toolCalls: [{ name: 'read_file', input: { path: 'a.txt' } }] }, 'Done.'];
  const agentOf = (model: ReturnType<typeof scriptedModel>) => new DeepAgent({ model });
  let events = 0;
  await agentOf(scriptedModel(script())).call('Go.', { onEvent: () => events++ });
  expect(events).toBe(11);
  for (let at = 0; at < events - 1; at++) {
    const stop = new AbortController();
    let seen = 0;
    const first = await agentOf(scriptedModel(script())).call('Go.', {
      signal: stop.signal,
      onEvent: () => {
        if (seen++ === at) stop.abort(new Error('enough'));
      },
    });
    const isOver = at === events - 2;
    expect([at, first.stopReason]).toEqual([at, isOver ? 'answered' : 'aborted']);
    expect(pendingCalls(first.messages)).toEqual([]);
    const second = await agentOf(scriptedModel(['Over.'])).call(
      { messages: first.messages },
      { files: first.sandbox.files },
    );
    expect(second.answer).toBe('Over.');
  }
});

it('leaves the folder as it was when a commit can not be written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-faults-'));
  try {
    writeFileSync(join(folder, 'old.txt'), 'old');
    const model = scriptedModel([
      { toolCalls: [...write.toolCalls, { name: 'write_file', input: { path: 'old.txt', content: 'new' } }] },
      'Done.',
    ]);
    const { sandbox } = await new DeepAgent({ model, workdir: folder }).call('Go.');
    const review = await sandbox.review();
    writeFileSync(join(folder, 'old.txt'), 'changed meanwhile');
    await expect(sandbox.commit({ expect: review })).rejects.toMatchObject({
      code: 'filesystem/host_changed',
    });
    expect([readdirSync(folder), readFileSync(join(folder, 'old.txt'), 'utf8')]).toEqual([
      ['old.txt'],
      'changed meanwhile',
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
