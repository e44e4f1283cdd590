import type { Actor, PlannedCall, Policy } from '../../environments/index.js';
import type { EpisodeUsage } from '../../records/index.js';
import { addUsage } from '../../records/internal.js';
import type { CallCase } from '../cases/benchmark-case.js';
import type { PredictedCall } from '../cases/expected-call.js';
import { plainTools } from './plain-names.js';

/** What a subject called first. */
export interface FirstCalls {
  readonly calls: readonly PredictedCall[];
  readonly usage: EpisodeUsage | null;
}

/** Ends a policy after its first calls. */
class Taken extends Error {}

/**
 * Lets a policy play until it makes its first calls, which nobody answers, or gives an answer.
 * @throws what the policy throws before that, and the signal's reason.
 */
export async function firstCallsOf(
  policy: Policy,
  { query, instructions, tools }: Pick<CallCase, 'query' | 'instructions' | 'tools'>,
  signal: AbortSignal | undefined,
): Promise<FirstCalls> {
  let usage: EpisodeUsage | null = null;
  let taken: readonly PredictedCall[] | null = null;
  const offered = plainTools(tools);
  const take = (calls: readonly PredictedCall[]): never => {
    taken ??= calls.map((call) => ({ ...call, tool: offered.nameOf(call.tool) }));
    throw new Taken('The first calls are taken.');
  };
  const actor: Actor = {
    think: () => undefined,
    plan: () => undefined,
    criticise: () => undefined,
    turn: () => undefined,
    call: async (tool, argumentValues) => take([{ tool, arguments: argumentValues }]),
    runCode: async (code, tool = 'python') => take([{ tool, arguments: { code } }]),
    callAll: async (calls) => take(calls.map(predicted)),
    withhold: (call) => take([predicted(call)]),
    subagent: async (_, play) => {
      await play(actor);
      return null;
    },
    spend: (more) => {
      usage = addUsage(usage, { modelCalls: 0, inputTokens: 0, outputTokens: 0, ...more });
    },
    answer: () => take([]),
  };
  const brief = {
    prompt: query,
    ...(instructions === undefined ? {} : { instructions }),
    tools: offered.tools,
    ...(signal === undefined ? {} : { signal }),
  };
  try {
    await policy.play(brief, actor);
  } catch (error) {
    signal?.throwIfAborted();
    // Who swallows the end of the episode may throw something else after it.
    if (taken === null) throw error;
  }
  return { calls: taken ?? [], usage };
}

function predicted(call: PlannedCall): PredictedCall {
  return 'code' in call ? { tool: call.tool, arguments: { code: call.code } } : call;
}
