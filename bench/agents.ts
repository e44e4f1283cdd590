/** What the agent loop costs beside a bare loop over `doGenerate` and the AI SDK's own. */
import { tool as aiTool, generateText, jsonSchema, type LanguageModel, stepCountIs } from 'ai';
import { FunctionCallingAgent } from 'mettle/agents';
import { openModel } from 'mettle/models';
import { tool } from 'mettle/tools';
import type { BenchSuite, Comparison, Figure } from './harness.js';
import { instantModel } from './instant-model.js';

const STEPS = 50;
const parameters = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } as const;

const model = instantModel(({ prompt }) =>
  prompt.length >= 2 * STEPS ? null : { name: 'next', input: { n: 1 } },
);
const next = tool({ name: 'next', description: 'Counts.', parameters, execute: ({ n }) => Number(n) + 1 });
const agent = new FunctionCallingAgent({
  model: openModel(model as never),
  tools: [next],
  maxIterations: 2 * STEPS,
});

async function ours(): Promise<number> {
  const { stopReason, usage } = await agent.call('Go.');
  if (stopReason !== 'answered') throw new Error(`the loop ended with ${stopReason}`);
  return usage.modelCalls;
}

/** The least that any loop does: ask, parse the arguments, run the tool, append, ask again. */
async function bare(): Promise<number> {
  const prompt: { role: string; content: unknown }[] = [
    { role: 'system', content: 'Go.' },
    { role: 'user', content: [{ type: 'text', text: 'Go.' }] },
  ];
  for (let steps = 1; ; steps++) {
    const { content } = await model.doGenerate({ prompt });
    const [part] = content;
    if (part?.type !== 'tool-call') return steps;
    const { n } = JSON.parse(part.input) as { readonly n: number };
    const { toolCallId, toolName } = part;
    prompt.push({ role: 'assistant', content: [{ ...part, input: { n } }] });
    const output = { type: 'json', value: n + 1 };
    prompt.push({ role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] });
  }
}

async function theirs(): Promise<number> {
  const { steps } = await generateText({
    model: model as unknown as LanguageModel,
    system: 'Go.',
    prompt: 'Go.',
    tools: {
      next: aiTool({
        description: 'Counts.',
        inputSchema: jsonSchema<{ n: number }>(parameters as never),
        execute: ({ n }) => n + 1,
      }),
    },
    stopWhen: stepCountIs(2 * STEPS),
  });
  return steps.length;
}

const subject = { name: 'agent loop', run: ours };

function comparisons(): readonly Comparison[] {
  return [
    { name: `${STEPS} steps, per step`, subject, baseline: { name: 'generateText of ai', run: theirs } },
    { name: `${STEPS} steps, per step`, subject, baseline: { name: 'bare doGenerate loop', run: bare } },
  ];
}

async function figures(): Promise<readonly Figure[]> {
  const overheads: number[] = [];
  for (let round = 0; round < 30; round++) {
    const time = async (run: () => Promise<number>): Promise<number> => {
      const start = performance.now();
      const steps = await run();
      return (performance.now() - start) / steps;
    };
    overheads.push((await time(ours)) - (await time(bare)));
  }
  overheads.sort((left, right) => left - right);
  return [
    {
      name: 'loop over the bare loop, median',
      value: overheads[Math.floor(overheads.length / 2)] ?? Number.NaN,
      unit: 'ms a step',
      claim: '≤ 0.05 ms',
    },
  ];
}

export const suite: BenchSuite = { name: 'agents', comparisons, figures };
