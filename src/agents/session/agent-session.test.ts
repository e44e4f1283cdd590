import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { scriptedModel } from '../../testing/index.js';
import { needs } from '../../testing/needs.fixture.js';
import { DeepAgent } from '../deep-agent.js';
import { openAgentSession } from './agent-session.js';

const { it } = await needs('sandbox');
const workdir = await mkdtemp(join(tmpdir(), 'mettle-session-'));
await writeFile(join(workdir, 'note.txt'), 'old\n');
afterAll(() => rm(workdir, { recursive: true }));

const write = { toolCalls: [{ name: 'write_file', input: { path: 'note.txt', content: 'new\n' } }] };

/** Steps in memory, as plain JSON. */
function stepsOf(earlier: readonly string[] = []) {
  const kept = [...earlier];
  return {
    kept,
    steps: {
      earlier: earlier.map((text) => JSON.parse(text)),
      append: async (step: object) => void kept.push(JSON.stringify(step)),
    },
  };
}

it('keeps each step before the next begins, and continues with the files and what the host had', async () => {
  const first = stepsOf();
  const session = await openAgentSession({ steps: first.steps, workdir });
  const keptWhenAsked: number[] = [];
  const done = () => {
    keptWhenAsked.push(first.kept.length);
    return 'Done.';
  };
  const model = scriptedModel([write, done]);
  await new DeepAgent({ model, workdir }).call('Write it.', { session });
  model.assertDone();
  expect([keptWhenAsked, first.kept.length]).toEqual([[3], 5]);
  await writeFile(join(workdir, 'note.txt'), 'of another\n');
  const second = await openAgentSession({ steps: stepsOf(first.kept.slice(0, 3)).steps, workdir });
  expect([second.isBegun, second.end, second.files.readText('note.txt')]).toEqual([true, null, 'new\n']);
  const review = second.files.review(workdir);
  await expect(
    review.then((expected) => second.files.commit(workdir, { expect: expected })),
  ).rejects.toMatchObject({
    code: 'filesystem/host_changed',
  });
  expect(await readFile(join(workdir, 'note.txt'), 'utf8')).toBe('of another\n');
});

it('makes the step in hand again after an abort, with the files as they were before it', async () => {
  const stop = new AbortController();
  const { steps, kept } = stepsOf();
  const session = await openAgentSession({ steps });
  const late = () => {
    stop.abort();
    return 'Too late.';
  };
  const stopping = scriptedModel([write, late]);
  const stopped = await new DeepAgent({ model: stopping }).call('Write it.', {
    session,
    signal: stop.signal,
  });
  expect(stopped.stopReason).toBe('aborted');
  const again = await openAgentSession({ steps: stepsOf(kept).steps });
  expect([again.end?.stopReason, again.messages.length]).toEqual(['aborted', 3]);
  const model = scriptedModel([({ messages }) => `Python: ${String(messages.at(-1)?.content)}`]);
  const { answer } = await new DeepAgent({ model }).call(
    { messages: again.messages as never },
    { session: again },
  );
  expect(answer).toMatch(/^Python: The work was interrupted here .* variables are gone\.$/);
});

it('keeps data that an agent was given as no change', async () => {
  const { steps, kept } = stepsOf();
  const session = await openAgentSession({ steps });
  await new DeepAgent({ model: scriptedModel(['Read.']) }).call({ rows: [1, 2] }, { session });
  const { files } = await openAgentSession({ steps: stepsOf(kept).steps });
  expect([files.readText('inputs.json'), files.changes()]).toEqual([
    '{\n  "rows": [\n    1,\n    2\n  ]\n}\n',
    { written: [], deleted: [] },
  ]);
});

it('ends with an error where a step can not be kept', async () => {
  const append = () => Promise.reject(new Error('the disk is full'));
  const session = await openAgentSession({ steps: { earlier: [], append } });
  const model = scriptedModel([]);
  const { error, stopReason } = await new DeepAgent({ model }).call('Write it.', { session });
  expect([stopReason, error?.message, model.calls.length]).toEqual(['model_error', 'the disk is full', 0]);
});

it('refuses another conversation, a sandbox beside the session, and steps that are none', async () => {
  const first = stepsOf();
  const agent = new DeepAgent({ model: scriptedModel(['Done.']) });
  await agent.call('Write it.', { session: await openAgentSession({ steps: first.steps }) });
  const session = await openAgentSession({ steps: stepsOf(first.kept).steps });
  await expect(agent.call('Another task.', { session })).rejects.toThrow('This session has begun: give');
  const files = session.files;
  await expect(agent.call('Write it.', { session, files })).rejects.toThrow(/files.*session|session.*files/);
  for (const broken of ['{"kind":"jump"}', '{"kind":"step","agent":"nobody","messages":[],"branches":[]}']) {
    await expect(openAgentSession({ steps: stepsOf([broken]).steps })).rejects.toMatchObject({
      code: 'agents/invalid_session',
    });
  }
});
