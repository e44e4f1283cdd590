import type { Observation } from '../../records/index.js';
import type { ActingAgent, Actor, PlannedCall } from './policy.js';

interface Waiting {
  readonly call: PlannedCall;
  readonly resolve: (observation: Observation | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Makes one turn of the calls that are asked for side by side: those asked for before the process gets to anything else
 * go to the actor together, in the order they were asked for.
 */
export class CallsAtOnce {
  readonly #actor: Actor;
  readonly #by: ActingAgent | undefined;
  #waiting: Waiting[] = [];

  constructor(actor: Actor, by: ActingAgent | undefined) {
    this.#actor = actor;
    this.#by = by;
  }

  async call(call: PlannedCall): Promise<Observation> {
    const observation = await new Promise<Observation | undefined>((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#make());
      this.#waiting.push({ call, resolve, reject });
    });
    return observation as Observation;
  }

  #make(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    const calls = waiting.map(({ call }) => call);
    this.#actor.callAll(calls, this.#by).then(
      (observations) => {
        for (const [index, { resolve }] of waiting.entries()) resolve(observations[index]);
      },
      (error: unknown) => {
        for (const { reject } of waiting) reject(error);
      },
    );
  }
}
