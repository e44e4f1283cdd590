import type { Json, JsonObject } from '../../core/index.js';
import type { ActingAgent, Actor, PlannedCall, Policy } from '../../environments/index.js';
import { ActorThrough } from '../../environments/internal.js';
import type { Observation } from '../../records/index.js';
import type { LiveAction } from './committed-actor.js';

/** How one action of a policy is set right. */
export interface Correction {
  /** Which of its actions: calls and the answer, counted from 0. */
  readonly action: number;
  /**
   * `replace`: it does something else in its place. `remove`: the world never hears of the call; the policy reads what it read
   * then. `insert`: something else is done before it.
   */
  readonly how:
    | { readonly kind: 'replace'; readonly by: LiveAction }
    | { readonly kind: 'remove'; readonly reads: Observation }
    | { readonly kind: 'insert'; readonly calls: readonly LiveAction[] };
}

/** A policy that plays as another, with one of its actions set right and everything after it as the policy then does. */
export function correctedPolicy(policy: Policy, correction: Correction): Policy {
  return {
    name: policy.name,
    version: policy.version,
    play: async (brief, actor) => {
      const correcting = new CorrectingActor(actor, correction);
      await policy.play(brief, correcting);
      await correcting.settle();
    },
  };
}

class CorrectingActor extends ActorThrough {
  readonly #correction: Correction;
  #actions = 0;
  /** An answer that waits for calls before it; nothing may follow it. */
  #pending: Promise<void> | undefined;

  constructor(actor: Actor, correction: Correction) {
    super(actor);
    this.#correction = correction;
  }

  call(tool: string, argumentValues: JsonObject, by?: ActingAgent): Promise<Observation> {
    return this.#call(() => this.actor.call(tool, argumentValues, by));
  }

  runCode(code: string, tool?: string, by?: ActingAgent): Promise<Observation> {
    return this.#call(() => this.actor.runCode(code, tool, by));
  }

  /** One after another where one of them is set right. */
  override async callAll(calls: readonly PlannedCall[], by?: ActingAgent): Promise<readonly Observation[]> {
    const { action } = this.#correction;
    if (action < this.#actions || action >= this.#actions + calls.length) {
      this.#actions += calls.length;
      return this.actor.callAll(calls, by);
    }
    return super.callAll(calls, by);
  }

  protected override async refused(call: PlannedCall, by?: ActingAgent): Promise<readonly Observation[]> {
    return [await this.#call(async () => onlyOne(await this.actor.callAll([call], by)))];
  }

  answer(value: Json, by?: ActingAgent): void {
    const how = this.#takeTurn();
    if (how?.kind === 'replace' && how.by.kind === 'answer') this.actor.answer(how.by.value, by);
    else if (how?.kind === 'insert') {
      this.#pending = this.#makeAll(how.calls).then(() => this.actor.answer(value, by));
    } else this.actor.answer(value, by);
  }

  /** Waits for an answer that waits for calls. */
  async settle(): Promise<void> {
    await this.#pending;
  }

  async #call(make: () => Promise<Observation>): Promise<Observation> {
    const how = this.#takeTurn();
    if (how === null) return make();
    if (how.kind === 'remove') return how.reads;
    if (how.kind === 'insert') {
      await this.#makeAll(how.calls);
      return make();
    }
    if (how.by.kind === 'call') return this.#make(how.by);
    this.actor.answer(how.by.value);
    // The episode has ended: this is refused, which ends the policy too.
    return make();
  }

  #takeTurn(): Correction['how'] | null {
    const isNow = this.#actions === this.#correction.action;
    this.#actions += 1;
    return isNow ? this.#correction.how : null;
  }

  async #makeAll(calls: readonly LiveAction[]): Promise<void> {
    for (const call of calls) if (call.kind === 'call') await this.#make(call);
  }

  #make(call: Extract<LiveAction, { kind: 'call' }>): Promise<Observation> {
    if (call.isCode) return this.actor.runCode(String(call.arguments.code), call.tool);
    const { tool, arguments: given, invalidArguments } = call;
    if (invalidArguments === undefined) return this.actor.call(tool, given);
    return this.actor.callAll([{ tool, arguments: given, invalidArguments }]).then(onlyOne);
  }
}

function onlyOne(observations: readonly Observation[]): Observation {
  return observations[0] as Observation;
}
