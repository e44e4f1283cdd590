import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DeepAgent, FunctionCallingAgent } from './agents/index.js';
import { TrajectoryEvaluator } from './evaluation/index.js';
import { AgentTrajectoryGenerator, agentPolicy, teamPolicy } from './generation/index.js';
import {
  createBudget,
  createMeter,
  type Model,
  type ModelFunction,
  openModel,
  recordModel,
  withBudget,
  withCache,
  withFallback,
  withMeter,
  withRateLimit,
  withRetry,
  withTimeout,
} from './models/index.js';
import { Evolutionary, ParetoRefine } from './optimizers/index.js';
import { ChainOfThought, Generator, Input } from './programs/index.js';
import { generateJson, generateWith } from './requirements/index.js';
import { tool } from './tools/index.js';

const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const;
const model: ModelFunction = (messages) =>
  messages.some(({ role }) => role === 'user') ? '{"city": "Oslo"}' : 'nobody asked';
const request = { messages: [{ role: 'user' as const, content: 'Which city?' }] };
const textOf = async (asked: Model): Promise<string> => (await asked.call(request)).text;

it('is a model wherever one is taken', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-function-'));
  const wrapped = [
    openModel(model),
    withRetry(model),
    withTimeout(model, { timeoutSeconds: 60 }),
    withBudget(model, createBudget({ calls: 9 })),
    withRateLimit(model, { concurrency: 1 }),
    withCache(model, { folder: join(folder, 'cache') }),
    withMeter(model, createMeter()),
    withFallback([model]),
    await recordModel(model, { folder: join(folder, 'record') }),
  ];
  for (const each of wrapped) expect(await textOf(each)).toBe('{"city": "Oslo"}');
  rmSync(folder, { recursive: true });

  expect(await generateJson({ model, task: 'Which city?', schema })).toMatchObject({
    ok: true,
    value: { city: 'Oslo' },
  });
  const tools = [tool({ name: 'look', description: 'Looks.', parameters: schema, execute: () => null })];
  const input = Input({ schema });
  for (const module of [new Generator({ model, schema }), new ChainOfThought({ model, schema })])
    expect(await module.call(input)).toBeDefined();
  expect((await new FunctionCallingAgent({ model, tools }).call('Which city?')).answer).toContain('Oslo');
});

it('is taken by what asks a model later', () => {
  expect(generateWith(model)).toBeTypeOf('function');
  expect(new DeepAgent({ model })).toBeDefined();
  expect(agentPolicy({ model }).model).toBe('function/model');
  expect(teamPolicy({ model }).model).toBe('function/model');
  expect(new AgentTrajectoryGenerator({ model }).playedBy).toBe('model function/model');
  expect(new TrajectoryEvaluator({ model }).judge).toBe('function/model');
  expect(new ParetoRefine({ model })).toBeDefined();
  expect(new Evolutionary({ model })).toBeDefined();
});

/** Files whose declarations with a `Model` are for siblings, and what gives a model back. */
const INTERNAL = [
  'agents/agent-loop.ts',
  'agents/recursive-call.ts',
  'agents/run-agent.ts',
  'benchmarks/players/answer-policies.ts',
  'cli/commands/evolve/train-task.ts',
  'generation/generator/rationales.ts',
  'generation/generator/reply-settings.ts',
  'models/find-model.ts',
  'models/heed-signal.ts',
  'models/wrappers/retry-aloud.ts',
  'programs/modules/ask-for-answer.ts',
  'testing/scripted-ai-sdk-model.ts',
];

it('leaves no public declaration that takes only a model of Mettle', () => {
  const takes =
    /^ {2}readonly \w*[mM]odels?\??: (?:readonly )?Model(?:\[\])?;|^export .*[( ]models?: (?:readonly )?Model(?:\[\])?[,)]/m;
  const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(name))
    .filter((name) => takes.test(readFileSync(join('src', name), 'utf8')));
  expect(found.sort()).toEqual(INTERNAL);
});
