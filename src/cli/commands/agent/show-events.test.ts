import { expect, it } from 'vitest';
import { DeepAgent } from '../../../agents/index.js';
import type { ProgressUpdate } from '../../../core/index.js';
import { scriptedModel } from '../../../testing/index.js';
import { showEvents } from './show-events.js';
import { AgentUsageCount } from './usage-count.js';

it('shows what the agent and each subagent do, what fails, and what it has cost so far', async () => {
  const usage = { inputTokens: 1_000, outputTokens: 0 };
  const spawn = { name: 'spawn_subagents', input: { tasks: ['Look for a.txt.'] } };
  const model = scriptedModel([
    { text: 'I split the work.\nThen I wait.', toolCalls: [spawn], usage },
    'Done.',
  ]);
  const read = { toolCalls: [{ name: 'read_file', input: { path: 'a.txt' } }], usage };
  const subagentModel = scriptedModel([read, { text: 'It is not there.', usage }]);
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
  expect(lines).toEqual([
    'I split the work.',
    '→ spawn_subagents (1)',
    '[subagent_0] → read_file a.txt',
    expect.stringMatching(/^\[subagent_0\] {3}✗ read_file: .*a\.txt/),
  ]);
  expect(progress.map(({ note }) => note)).toEqual([
    '',
    'subagent_0 1,000 tokens, cost 0.002',
    'subagent_0 2,000 tokens, cost 0.004',
    '3,000 tokens, cost 0.006',
  ]);
});
