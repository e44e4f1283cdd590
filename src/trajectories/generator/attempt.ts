import { type Json, type JsonObject, MettleError } from '../../core/index.js';
import type { Observation } from '../../environments/index.js';
import type { ActingAgent, Actor } from '../policy.js';

/** A call that was made in an attempt, with what the world answered. */
export interface AttemptedCall {
  readonly tool: string;
  readonly arguments: JsonObject;
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
    throw new MettleError({
      code: 'trajectories/attempt_ended',
      message: 'The attempt has an answer; nothing more can be done in it.',
    });
  };
  const noted = async (
    tool: string,
    argumentValues: JsonObject,
    call: () => Promise<Observation>,
  ): Promise<Observation> => {
    check();
    const observation = await call();
    calls.push({ tool, arguments: argumentValues, observation });
    return observation;
  };
  const noting = (note: (content: string, agent: ActingAgent) => void) => (content: string) => {
    check();
    note(content, by);
  };
  return {
    calls,
    answer: () => answer,
    actor: {
      think: noting((content, agent) => actor.think(content, agent)),
      plan: noting((content, agent) => actor.plan(content, agent)),
      criticise: noting((content, agent) => actor.criticise(content, agent)),
      call: (tool, argumentValues) => noted(tool, argumentValues, () => actor.call(tool, argumentValues, by)),
      runCode: (code, tool = 'python') => noted(tool, { code }, () => actor.runCode(code, tool, by)),
      answer: (value) => {
        check();
        answer = { value };
      },
    },
  };
}
