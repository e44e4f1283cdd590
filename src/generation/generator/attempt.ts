import type { Json, JsonObject } from '../../core/index.js';
import type { ActingAgent, Actor, PlannedCall } from '../../environments/index.js';
import { playSubagentThrough } from '../../environments/internal.js';
import type { Observation } from '../../records/index.js';
import { generationError } from '../error-codes.js';

/** A call that was made in an attempt, with what the world answered. */
export interface AttemptedCall {
  readonly tool: string;
  /** A text where the agent wrote no JSON object. */
  readonly arguments: JsonObject | string;
  readonly observation: Observation;
}

/** One attempt of an executor at a task: its calls happen, its answer is kept back. */
export interface Attempt {
  readonly actor: Actor;
  /** Every call so far, in the order in which the world answered. */
  readonly calls: readonly AttemptedCall[];
  /** What it wants to answer; null while there is nothing. */
  answer(): { readonly value: Json } | null;
}

/** Begins an attempt: steps are recorded under the agent's name. After its answer nothing more can be done in it. */
export function beginAttempt(actor: Actor, by: ActingAgent): Attempt {
  const calls: AttemptedCall[] = [];
  let answer: { readonly value: Json } | null = null;
  const check = (): void => {
    if (answer === null) return;
    throw generationError('attempt_ended', 'The attempt has an answer; nothing more can be done in it.');
  };
  const noting =
    (note: (content: string, agent: ActingAgent) => void) =>
    (content: string, agent = by) => {
      check();
      note(content, agent);
    };
  const attempting: Actor = {
    think: (content, how) => {
      check();
      actor.think(content, { ...by, ...how });
    },
    plan: noting((content, agent) => actor.plan(content, agent)),
    criticise: noting((content, agent) => actor.criticise(content, agent)),
    call: async (tool, argumentValues, agent) => {
      const [observation] = await attempting.callAll([{ tool, arguments: argumentValues }], agent);
      return observation as Observation;
    },
    runCode: async (code, tool = 'python', agent = by) => {
      const [observation] = await attempting.callAll([{ tool, code }], agent);
      return observation as Observation;
    },
    callAll: async (planned, agent = by) => {
      check();
      const observations = await actor.callAll(planned, agent);
      for (const [index, observation] of observations.entries()) {
        const call = planned[index] as PlannedCall;
        const argumentValues =
          'code' in call ? { code: call.code } : (call.invalidArguments ?? call.arguments);
        calls.push({ tool: call.tool, arguments: argumentValues, observation });
      }
      return observations;
    },
    withhold: (call, reason, how) => {
      check();
      actor.withhold(call, reason, { ...by, ...how });
    },
    turn: (exchange, how) => {
      check();
      actor.turn(exchange, { ...by, ...how });
    },
    subagent: (subagent, play) => playSubagentThrough(attempting, actor, subagent, play),
    spend: (usage) => actor.spend(usage),
    answer: (value) => {
      check();
      answer = { value };
    },
  };
  return { calls, answer: () => answer, actor: attempting };
}
