import {
  canonicalJson,
  defineOptions,
  isJsonObject,
  type Json,
  type JsonObject,
  option,
} from '../../core/index.js';
import { shortened } from '../../core/internal.js';
import type { Actor, Environment, Policy } from '../../environments/index.js';
import { playEpisode } from '../../environments/index.js';
import {
  compareAnswers,
  createHiddenTests,
  type HiddenTestOptions,
  type HiddenTests,
  scoreOutcomeInSandbox,
} from '../../evaluation/index.js';
import type { Outcome, Trajectory } from '../../records/index.js';

import type { GeneratedTask } from './generated-task.js';
import { answersInPrompt, blindAnswers, demandsLook } from './guessable.js';
import { type UnseenArgument, unseenArguments } from './unseen-arguments.js';

/** Seeds that adversaries draw the arguments of their calls by, besides that of the task's world. */
const SAMPLE_SEEDS = [0, 1, 2];

/** How a task is tried out. */
export interface TaskProofOptions {
  /** Where hidden tests run. */
  readonly hiddenTests?: HiddenTestOptions;
}

const checkOptions = defineOptions<TaskProofOptions>()('proveTask', { hiddenTests: option.object });

/** A policy that must not pass, and how it did. */
export interface AdversaryResult {
  readonly name: string;
  readonly outcome: Outcome;
}

/** What trying a task out gave. */
export interface TaskProof {
  /** The oracle passed by what it had seen, and everything that does not do the task failed. */
  readonly proved: boolean;
  /** In one line; empty when proved. */
  readonly reason: string;
  readonly oracle: Outcome;
  /** What the oracle's calls hold that it can't have known; empty when proved. */
  readonly unseen: readonly UnseenArgument[];
  /** The adversaries that did not fail; empty when proved. */
  readonly passed: readonly AdversaryResult[];
  /** The adversaries whose answer was not known to be wrong beforehand. */
  readonly adversaries: number;
}

/**
 * Shows that a task can be done and can't be had for nothing: in worlds of its own each, the oracle must pass, by calls whose
 * names and values it has seen before, and
 * whoever does nothing, answers blindly, sprays numbers, gives the prompt or a part of it back, or calls one tool, with
 * arguments by several seeds, and does that, must fail; where the task demands a look at the world, so must the right answer
 * without one. Of the seeds of one call, fewer than half may hit: that is luck.
 */
export async function proveTask(
  generated: GeneratedTask,
  options: TaskProofOptions = {},
): Promise<TaskProof> {
  await using tests = createHiddenTests(checkOptions(options).hiddenTests);
  const { outcome: oracle, trajectory } = await playOne(generated, generated.oracle, tests);
  const unseen = unseenArguments(trajectory);
  const passed: AdversaryResult[] = [];
  const ways = adversariesOf(generated);
  for (const policies of ways) {
    const hits: AdversaryResult[] = [];
    for (const policy of policies) {
      const { outcome } = await playOne(generated, policy, tests);
      if (outcome.verdict !== 'fail') hits.push({ name: policy.name, outcome });
    }
    // One hit of many draws is luck; most of them are a leak.
    if (hits.length > 0 && 2 * hits.length >= policies.length) passed.push(...hits.slice(0, 1));
  }
  const reasons = [
    ...(oracle.verdict === 'pass' ? [] : [`the oracle: ${oracle.verdict} (${oracle.reason})`]),
    ...unseen
      .slice(0, 1)
      .map(({ tool, value }) => `the oracle calls ${tool} with ${value}, which it hasn't seen`),
    ...passed.map(({ name, outcome }) => `${name}: ${outcome.verdict}`),
  ];
  return {
    proved: reasons.length === 0,
    reason: reasons.join('; '),
    oracle,
    unseen,
    passed,
    adversaries: ways.flat().length,
  };
}

async function playOne(
  { task, environment, seed }: GeneratedTask,
  policy: Policy,
  tests: HiddenTests,
): Promise<{ readonly outcome: Outcome; readonly trajectory: Trajectory }> {
  const { trajectory, ...states } = await playEpisode({ environment, task, policy, seed });
  return { outcome: await scoreOutcomeInSandbox(trajectory, states, tests), trajectory };
}

/** Ways to do without the task, each by one or several draws. */
function adversariesOf({ task, environment, seed }: GeneratedTask): readonly (readonly Policy[])[] {
  const { prompt, expected } = task;
  const mayPass = (answer: Json): boolean =>
    expected.answer === null || compareAnswers(expected.answer, answer) === null;
  const blind: readonly (readonly [string, Json])[] = [
    ...[...blindAnswers, ...answersInPrompt(prompt)].map((answer) => [shorten(answer), answer] as const),
    ...(demandsLook(expected) && expected.answer !== null
      ? [['rightly', expected.answer.value] as const]
      : []),
  ];
  const sayings = [
    ['gives back what came', null] as const,
    ...[['says it is done', 'done'] as const, ['gives back the prompt', prompt] as const].filter(
      ([, answer]) => mayPass(answer),
    ),
  ];
  const touching = environment.tools.flatMap(({ name }) => {
    const calls = callsByChance(environment, name, { prompt, seed });
    return sayings.map(([says, answer]) =>
      calls.map((call, index) =>
        adversary(
          `calls ${name}${index === 0 ? '' : ` with other arguments (${index})`} and ${says}`,
          async (actor) => {
            const { content } = await actor.call(name, call);
            actor.answer(answer ?? content);
          },
        ),
      ),
    );
  });
  return [
    [adversary('does nothing', () => undefined)],
    // Who gives another answer than the right one fails, whatever else it does.
    ...blind
      .filter(([, answer]) => mayPass(answer))
      .map(([how, answer]) => [adversary(`answers ${how} at once`, (actor) => actor.answer(answer))]),
    ...touching,
  ];
}

/** Different arguments that a tool takes, drawn by the seed of the world and by others. */
function callsByChance(
  environment: Environment,
  tool: string,
  { prompt, seed }: { readonly prompt: string; readonly seed: number },
): readonly JsonObject[] {
  const calls = new Map<string, JsonObject>();
  for (const each of [seed, ...SAMPLE_SEEDS]) {
    const sample = environment.sampleArguments(tool, { prompt, seed: each });
    const call = sample ?? (tool === 'sql_query' ? { sql: 'SELECT 1' } : {});
    calls.set(canonicalJson(call), call);
  }
  return [...calls.values()];
}

function adversary(name: string, play: (actor: Actor) => Promise<void> | void): Policy {
  return { name, version: '1', play: async (_, actor) => play(actor) };
}

function shorten(answer: Json): string {
  const text = isJsonObject(answer) || typeof answer !== 'string' ? JSON.stringify(answer) : `"${answer}"`;
  return shortened(text, 60);
}
