import * as ai6 from 'ai';
import { describe, expect } from 'vitest';
import { scriptedModel } from '../../testing/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { importTraces } from '../import-traces.js';
import type { Trajectory } from '../trajectory.js';
import { callArguments, isCallStep } from '../trajectory-step.js';

const isNode22 = Number(process.versions.node.split('.')[0]) >= 22;
const versions = [
  { version: 6, skipped: '', ai: ai6 },
  {
    version: 7,
    skipped: isNode22 ? '' : 'it needs Node 22',
    // The parts used here have the same types in both versions.
    ai: isNode22 ? ((await import('ai-7')) as unknown as typeof ai6) : null,
  },
];
const question = 'How warm is it in Oslo?';

/** A conversation that the library itself held: what it executed, its messages for models and those for user interfaces. */
async function conversation(ai: typeof ai6) {
  const executed: unknown[] = [];
  const weather = ai.tool({
    description: 'The weather of a city.',
    inputSchema: ai.jsonSchema<{ city: string }>({
      type: 'object',
      properties: { city: { type: 'string' } },
    }),
    execute: async (given) => {
      executed.push(given);
      if (given.city === 'Atlantis') throw new Error('no such city');
      return { degrees: 4.5, city: given.city };
    },
  });
  const model = scriptedModel([
    {
      text: 'I look.',
      toolCalls: [
        { name: 'weather', input: { city: 'Oslo', ratio: 0.5 } },
        { name: 'weather', input: { city: 'Atlantis' } },
      ],
    },
    { toolCalls: [{ name: 'weather', input: { city: 'Bergen', at: [1, { n: null }] } }] },
    { text: 'It is 4.5 degrees.' },
  ]);
  const result = ai.streamText({
    model: model.aiSdkModel,
    system: 'Be brief.',
    prompt: question,
    tools: { weather },
    stopWhen: ai.stepCountIs(5),
  });
  let message: unknown;
  for await (const each of ai.readUIMessageStream({ stream: result.toUIMessageStream({ onError: String }) }))
    message = each;
  const { messages } = await result.response;
  return { executed, reply: message, messages };
}

const callsOf = ({ steps }: Trajectory) =>
  steps.flatMap((step) => (isCallStep(step) ? [callArguments(step)] : []));
const resultsOf = ({ steps }: Trajectory) =>
  steps.flatMap((step) => (step.type === 'observation' ? [step] : []));

describe.each(versions)('messages that the AI SDK $version made', ({ ai, skipped }) => {
  unless(skipped).it.each(['for models', 'for user interfaces'])('are read whole: %s', async (kind) => {
    const { executed, reply, messages } = await conversation(ai as typeof ai6);
    expect(executed).toHaveLength(3);
    const asked =
      kind === 'for models'
        ? [{ role: 'user', content: question }, ...messages]
        : [{ id: 'u', role: 'user', parts: [{ type: 'text', text: question }] }, reply];
    const { trajectories, skipped: left, formats } = await importTraces(JSON.stringify(asked));
    expect([left, formats]).toMatchObject([[], [{ format: 'ai-sdk', records: 1 }]]);
    const [run] = trajectories as [Trajectory];
    expect(run.task.prompt).toBe(question);
    expect(callsOf(run)).toEqual(executed);
    const results = resultsOf(run);
    expect(results.map(({ status }) => status)).toEqual(['ok', 'error', 'ok']);
    expect(results.map(({ content }) => content)).toEqual([
      expect.stringContaining('4.5'),
      expect.stringContaining('no such city'),
      expect.stringContaining('Bergen'),
    ]);
    // Each result stands below its own call.
    expect(new Set(results.map(({ callId }) => callId)).size).toBe(3);
    expect(run.finalAnswer).toBe('It is 4.5 degrees.');
    expect(run.steps.filter(({ type }) => type === 'thought')).toMatchObject([{ content: 'I look.' }]);
  });
});
