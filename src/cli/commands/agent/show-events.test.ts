import { expect, it } from 'vitest';
import { DeepAgent } from '../../../agents/index.js';
import type { ProgressUpdate } from '../../../core/index.js';
import type { ModelRequest } from '../../../models/index.js';
import { scriptedModel } from '../../../testing/index.js';
import { showEvents } from './show-events.js';
import { AgentUsageCount } from './usage-count.js';

it('shows what the agent and each subagent do, what fails, and what it has cost so far', async () => {
  const usage = { inputTokens: 1_000, outputTokens: 0 };
  const spawn = { name: 'spawn_subagents', input: { tasks: ['Look for a.txt.', 'Fail.'] } };
  const model = scriptedModel([
    { text: 'I split the work.\nThen I wait.', toolCalls: [spawn], usage },
    'Done.',
  ]);
  const read = { toolCalls: [{ name: 'read_file', input: { path: 'a.txt' } }], usage };
  const isFirst = ({ messages }: ModelRequest) => JSON.stringify(messages).includes('Look for');
  const failing = { when: (asked: ModelRequest) => !isFirst(asked), answer: { fault: 'refused' as const } };
  const subagentModel = scriptedModel([
    failing,
    { when: isFirst, answer: read },
    { when: isFirst, answer: { text: 'It is not there.', usage } },
  ]);
  const lines: string[] = [];
  const progress: ProgressUpdate[] = [];
  const io = {
    say: (line: string) => lines.push(line),
    progress: (one: ProgressUpdate) => progress.push(one),
  };
  const count = new AgentUsageCount({ [`${model.provider}/${model.modelId}`]: { input: 2, output: 10 } });
  await new DeepAgent({ model, subagentModel, maxSubagentDepth: 1 }).call('Go.', {
    onEvent: showEvents(io, count),
  });
  expect(lines.slice(0, 2)).toEqual(['I split the work.', '→ spawn_subagents (2)']);
  expect(lines.filter((line) => line.startsWith('[subagent_0]'))).toEqual([
    '[subagent_0] begins: Look for a.txt.',
    '[subagent_0] → read_file a.txt',
    expect.stringMatching(/^\[subagent_0\] {3}✗ read_file: .*a\.txt/),
    '[subagent_0] done: It is not there.',
  ]);
  expect(lines.filter((line) => line.startsWith('[subagent_1]'))).toEqual([
    '[subagent_1] begins: Fail.',
    '[subagent_1] stopped: scripted/model: refused, as the script has it.',
  ]);
  expect(lines.length).toBe(8);
  const notes = progress.map(({ note }) => note);
  expect([notes[0], notes.at(-1)]).toEqual(['', '3,000 tokens, cost 0.006']);
  expect(notes).toContain('subagent_0 2,000 tokens, cost 0.004');
});
