import { type JsonObject, RandomStream } from '../../core/index.js';
import type { Environment, Policy } from '../../environments/index.js';
import type { ExpectedOutcome } from '../../records/index.js';
import type { OfflinePolicy } from './offline-policy.js';
import { readTransformation } from './transformation-task.js';

/** Calls that an explorer makes at most. */
const MOST_CALLS = 3;

/**
 * For queries that say nothing of what is expected: a program that looks around. It calls a few tools of the world with the arguments
 * that the world suggests for the query, and answers with what it read last. It doesn't understand the query, and nothing of what it
 * does can be judged.
 */
export function explorerOfflinePolicy(weight = 1): OfflinePolicy {
  return {
    name: 'explorer',
    weight,
    policyFor: ({ task, environment, oracle, seed: worldSeed }, { seed }) => {
      if (oracle !== undefined || !isOpen(task.expected) || readTransformation(task.prompt) !== null)
        return null;
      const calls = suggestedCalls(environment, { prompt: task.prompt, seed: worldSeed });
      return calls.length === 0 ? null : explorer(calls, seed);
    },
  };
}

interface SuggestedCall {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** Whether a task has nothing that can be checked. */
function isOpen({
  answer,
  stateDigest,
  goals = [],
  invariants = [],
  process = [],
}: ExpectedOutcome): boolean {
  return answer === null && stateDigest === null && goals.length + invariants.length + process.length === 0;
}

function suggestedCalls(
  environment: Environment,
  options: { readonly prompt: string; readonly seed: number },
): readonly SuggestedCall[] {
  return environment.tools.flatMap(({ name }) => {
    const values = environment.sampleArguments(name, options);
    return values === null ? [] : [{ tool: name, arguments: values }];
  });
}

function explorer(calls: readonly SuggestedCall[], seed: number): Policy {
  const stream = new RandomStream(seed, 'explorer');
  const chosen = stream.sample(calls, stream.integer(1, MOST_CALLS));
  return {
    name: 'explorer',
    version: '1',
    play: async (_, actor) => {
      let read: string | null = null;
      for (const call of chosen) {
        const { status, content } = await actor.call(call.tool, call.arguments);
        if (status === 'ok') read = content;
      }
      if (read !== null) actor.answer(read);
    },
  };
}
