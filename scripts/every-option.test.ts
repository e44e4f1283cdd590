import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SQLAgent } from '../src/agents/index.js';
import type { MettleError } from '../src/core/index.js';
import { AgentGym } from '../src/gym/index.js';
import { Program } from '../src/programs/index.js';
import { PythonSynthesis } from '../src/synthesis/index.js';
import { scriptedModel } from '../src/testing/index.js';
import { type TrainableProgram, Trainer } from '../src/training/index.js';
import { optionTakers } from './option-takers.mjs';

/**
 * Calls everything public that takes options with one that does not exist. What there is comes from the type
 * declarations, so that a new function is tested without being listed here.
 */
const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Modules whose functions check their options: all that are public. */
const MODULES = [
  'data',
  'search',
  'core',
  'filesystem',
  'python',
  'sandbox',
  'models',
  'tools',
  'testing',
  'requirements',
  'datasets',
  'ai-sdk',
  'synthesis',
  'optimizers',
  'environments',
  'records',
  'pipelines',
  'training',
  'programs',
  'agents',
  'evaluation',
  'generation',
  'gym',
  'benchmarks',
];

/** Objects of the classes whose methods need one that is whole, to take options. */
const OBJECTS: Readonly<Record<string, () => unknown>> = {
  'agents.SQLAgent': () =>
    new SQLAgent({
      model: scriptedModel([]),
      database: { schema: async () => '', query: async () => ({ columns: [], rows: [] }) },
    }),
  'gym.AgentGym': () =>
    new AgentGym({
      generator: { name: 'none', levels: [1], generate: () => Promise.reject(new Error('none')) },
    }),
  'programs.Program': () => {
    const program = new Program();
    program.compile({ reward: 'exact_match' });
    return program;
  },
  'synthesis.PythonSynthesis': () =>
    new PythonSynthesis({
      schema: { type: 'object' },
      pythonScript: 'result = {}',
      defaultReturnValue: {},
    }),
  'training.Trainer': () =>
    new Trainer({ outputNames: ['y'] } as unknown as TrainableProgram, { reward: 'exact_match' }),
};

/** Parameters that hold a user's record and not options, with the reason. */
const RECORDS: Readonly<Record<string, string>> = {
  'benchmarks.compareModels(after)': 'a model or a policy',
  'benchmarks.compareModels(before)': 'a model or a policy',
  'benchmarks.runBenchmark(subject)': 'a model or a policy',
  'core.MettleError(options)': 'an error must never fail in its constructor',
  'core.option.list(item)': 'a kind, not options',
  'core.option.required(kind)': 'a kind, not options',
  'data.deserialize(options)': 'handed on to classes, which read options of their own',
  'data.getRegisteredObject({})': 'what deserialize was given',
  'data.serialize(value)': 'what is saved',
  'evaluation.certifyTrajectory(environment)': 'an environment',
  'evaluation.compareAnswers(expected)': 'what a task expects',
  'evaluation.expectedAnswerVerifier(expected)': 'what a task expects',
  'evaluation.playOn(policy)': 'a policy',
  'evaluation.verifyTrajectory(environment)': 'an environment',
  'generation.AgentTrajectoryGenerator#generate(input)': 'a task',
  'generation.AgentTrajectoryGenerator#generateBatch(inputs)': 'tasks',
  'generation.faultyPolicy(oracle)': 'a policy',
  'generation.proveTask(generated)': 'a task with its world',
  'filesystem.FileTree(provenance)': 'made by createFileTree alone',
  'gym.AgentGym#playOn(policy)': 'a policy',
  'gym.AgentGym#rollout(policy)': 'a policy',
  'gym.AgentGym#step(action)': 'an action, as a model writes it',
  'gym.collectEpisodes(policy)': 'a policy',
  'gym.rolloutBatch(policy)': 'a policy',
  'gym.stepAdvantages(policy)': 'a policy',
  'models.costOf(price)': 'a price',
  'environments.sqlWorldDatabase(environment)': 'an environment',
  'pipelines.renderGenerationReport(report)': 'what was generated',
  'pipelines.runFlywheel(given)': 'a recipe, which is checked with its own words',
  'pipelines.runRecipe(recipe)': 'a recipe, which is checked with its own words',
  'records.callArguments(step)': 'a step of a record',
  'records.isCallStep(step)': 'a step of a record',
  'records.stepSummary(step)': 'a step of a record',
  'records.trajectoryId(episode)': 'a record',
  'records.trlPreferences.encode(options)': 'refuses service, which is for the format of OpenAI alone',
  'training.OutcomeStore#add(outcome)': 'what came of a run',
  'training.meanReward(reward)': 'a reward',
  'training.scriptReward.score(context)': 'what a reward is told of a sample',
  'programs.Action#tool.call(options)': 'a tool, which checks its own',
  'programs.GraphProgram(options)': 'an abstract class: what extends it has options of its own',
  'programs.Module(options)': 'an abstract class: what extends it has options of its own',
  'programs.restoreModule(options)': 'handed on to classes, which read options of their own',
  'requirements.checkReply(reply)': "a model's answer, as providers write it, with fields of their own",
};

const takers = optionTakers(root).filter(
  ({ name }) => !name.endsWith('.fromConfig') && MODULES.includes(name.split('.')[0] ?? ''),
);
const nameOf = ({ name, parameter }: { readonly name: string; readonly parameter: string }) =>
  `${name}(${parameter})`;
const byName = new Map<string, typeof takers>();
for (const taker of takers) byName.set(nameOf(taker), [...(byName.get(nameOf(taker)) ?? []), taker]);

describe('an option that does not exist', () => {
  it.each([...byName].filter(([name]) => !Object.hasOwn(RECORDS, name)))(
    'is refused by %s',
    async (_, overloads) => {
      const [{ name, place, constructs }] = overloads as [(typeof takers)[number]];
      const error = await errorOf(() => call(name, place, constructs));
      expect(error).toMatchObject({ code: 'core/invalid_option', details: { option: 'bogus' } });
      const declared = new Set(overloads.flatMap(({ names }) => names));
      expect([...((error as MettleError).details.known as string[])].sort()).toEqual([...declared].sort());
    },
  );

  it('has no exception for what is not there', () => {
    expect(Object.keys(RECORDS).filter((name) => !byName.has(name))).toEqual([]);
  });
});

/** What a call throws; what it returns where it throws nothing. */
async function errorOf(made: () => unknown): Promise<unknown> {
  try {
    return await made();
  } catch (error) {
    return error;
  }
}

/** Calls something public with its other arguments left out: options are checked first. */
async function call(name: string, place: number, constructs: boolean): Promise<unknown> {
  const [module, ...path] = name.split(/[.#]/);
  const [type = name] = name.split('#');
  let owner: unknown;
  let value: unknown = await import(/* @vite-ignore */ join(root, 'src', module ?? '', 'index.ts'));
  for (const part of path) {
    owner = value;
    const members = value as Record<string, unknown> & { readonly prototype?: Record<string, unknown> };
    value = name.includes(`#${part}`) ? members.prototype?.[part] : members[part];
  }
  const callee = value as { (...given: unknown[]): unknown; new (...given: unknown[]): unknown };
  const given = [...Array.from({ length: place }, () => undefined), { bogus: 1 }];
  return constructs ? new callee(...given) : Reflect.apply(callee, OBJECTS[type]?.() ?? owner, given);
}
