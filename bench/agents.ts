/** What the agent loop costs beside a bare loop over `doGenerate` and the AI SDK's own, and what a subagent costs. */
import { tool as aiTool, generateText, jsonSchema, type LanguageModel, stepCountIs } from 'ai';
import { DeepAgent, FunctionCallingAgent } from 'mettle/agents';
import { openModel } from 'mettle/models';
import { createSandbox } from 'mettle/sandbox';
import { tool } from 'mettle/tools';
import type { BenchSuite, Comparison, Figure } from './harness.js';

const STEPS = 50;
const SUBAGENTS = 100;
const FILES = 20_000;
const parameters = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } as const;

/** What the bench reads of a prompt. */
interface Asked {
  readonly prompt: readonly unknown[];
}

/** A model of the AI SDK that answers at once: it calls `next` until a conversation has so many steps. */
function instantModel(steps: number) {
  return {
    specificationVersion: 'v3' as const,
    provider: 'bench',
    modelId: 'instant',
    supportedUrls: {},
    async doGenerate({ prompt }: Asked) {
      const isDone = prompt.length >= 2 * steps;
      return {
        content: isDone
          ? [{ type: 'text' as const, text: 'done' }]
          : [
              {
                type: 'tool-call' as const,
                toolCallId: `${prompt.length}`,
                toolName: 'next',
                input: '{"n":1}',
              },
            ],
        finishReason: { unified: isDone ? ('stop' as const) : ('tool-calls' as const), raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      };
    },
    doStream(): never {
      throw new Error('this bench streams nothing');
    },
  };
}

const model = instantModel(STEPS);
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
  const prompt: unknown[] = [
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

/** Seconds of one subagent that answers at once, many of them on one large tree. */
async function spawnSeconds(engine: 'monty'): Promise<number> {
  const files = Object.fromEntries(
    Array.from({ length: FILES }, (_, n) => [`src/${n % 100}/${n}.py`, 'pass\n']),
  );
  await using sandbox = await createSandbox({ engine, files });
  const tasks = Array.from({ length: SUBAGENTS }, (_, n) => `task ${n}`);
  let isFirst = true;
  const spawner = {
    ...instantModel(0),
    async doGenerate(asked: Asked) {
      const answer = await instantModel(0).doGenerate(asked);
      if (!isFirst) return answer;
      isFirst = false;
      const call = { type: 'tool-call' as const, toolCallId: 'spawn', toolName: 'spawn_subagents' };
      return {
        ...answer,
        content: [{ ...call, input: JSON.stringify({ tasks }) }],
        finishReason: { unified: 'tool-calls' as const, raw: undefined },
      };
    },
  };
  const deep = new DeepAgent({ model: openModel(spawner as never), sandbox, maxSubagentDepth: 1 });
  const start = performance.now();
  const { stopReason } = await deep.call('Go.');
  if (stopReason !== 'answered') throw new Error(`the call ended with ${stopReason}`);
  return (performance.now() - start) / 1000 / SUBAGENTS;
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
  await spawnSeconds('monty');
  return [
    {
      name: 'loop over the bare loop, median',
      value: overheads[Math.floor(overheads.length / 2)] ?? Number.NaN,
      unit: 'ms a step',
      claim: '≤ 0.05 ms',
    },
    {
      name: `subagent on ${FILES.toLocaleString('en')} files, of ${SUBAGENTS}, Monty`,
      value: (await spawnSeconds('monty')) * 1000,
      unit: 'ms',
      claim: '≤ 5 ms',
    },
  ];
}

export const suite: BenchSuite = { name: 'agents', comparisons, figures };
