import type { Json, JsonObject } from '../../core/index.js';
import type { Observation } from '../../environments/index.js';
import type { ActingAgent, Actor, PlannedCall, Subagent } from '../policy.js';
import { SubagentActor } from '../subagent-actor.js';
import type { EpisodeUsage } from '../usage.js';
import { isSameCall, type RecordedCall } from './recorded-calls.js';

/** Something that a policy did in a branch: a call of its own, or its answer. */
export type LiveAction =
  | { readonly kind: 'call'; readonly tool: string; readonly arguments: JsonObject; readonly isCode: boolean }
  | { readonly kind: 'answer'; readonly value: Json };

/** Which recorded call a call of a policy stands for. */
export interface CallPlan {
  /** The calls that the policy makes when it plays from the start. */
  readonly usual: readonly { readonly tool: string; readonly arguments: JsonObject }[];
  /** For each of them the index of the recorded call that did its work, whether kept or not; null for none. */
  readonly standsFor: readonly (number | null)[];
}

/**
 * An actor for a policy that comes into an episode half-way. What the policy would have done before the branch it takes to be
 * done as the record did it: it reads the recorded answers, also where its own call would have been another. What it
 * does beyond that is really done.
 */
export class CommittedActor implements Actor {
  /** What was really done, in order. */
  readonly live: LiveAction[] = [];
  readonly #actor: Actor;
  readonly #kept: readonly RecordedCall[];
  readonly #plan: CallPlan | undefined;
  /** Kept calls before this one are taken up. */
  #next = 0;
  #made = 0;
  /** Whether the policy does what it usually does, so that its plan holds. */
  #isUsual: boolean;

  constructor(actor: Actor, kept: readonly RecordedCall[], plan?: CallPlan) {
    this.#actor = actor;
    this.#kept = kept;
    this.#plan = plan;
    this.#isUsual = plan !== undefined;
  }

  think(content: string, by?: ActingAgent): void {
    if (this.#isInPresent) this.#actor.think(content, by);
  }

  plan(content: string, by?: ActingAgent): void {
    if (this.#isInPresent) this.#actor.plan(content, by);
  }

  criticise(content: string, by?: ActingAgent): void {
    if (this.#isInPresent) this.#actor.criticise(content, by);
  }

  async call(tool: string, argumentValues: JsonObject, by?: ActingAgent): Promise<Observation> {
    const [observation] = await this.callAll([{ tool, arguments: argumentValues }], by);
    return observation as Observation;
  }

  async runCode(code: string, tool = 'python', by?: ActingAgent): Promise<Observation> {
    const [observation] = await this.callAll([{ tool, code }], by);
    return observation as Observation;
  }

  /** Those that no recorded call stands for are made at once. */
  async callAll(calls: readonly PlannedCall[], by?: ActingAgent): Promise<readonly Observation[]> {
    const recorded = calls.map((call) => this.#recorded(asked(call)));
    const fresh = calls.filter((_, index) => recorded[index] === null);
    for (const call of fresh) this.live.push({ kind: 'call', ...asked(call), isCode: 'code' in call });
    const given = fresh.length === 0 ? [] : [...(await this.#actor.callAll(fresh, by))];
    return recorded.map((observation) => observation ?? (given.shift() as Observation));
  }

  async subagent(subagent: Subagent, play: (actor: Actor) => Promise<void>): Promise<Json> {
    const actor = new SubagentActor(this, subagent.agent);
    await play(actor);
    const { report } = actor;
    return this.#isInPresent ? this.#actor.subagent(subagent, async (hands) => hands.answer(report)) : report;
  }

  spend(usage: Partial<EpisodeUsage>): void {
    this.#actor.spend(usage);
  }

  answer(value: Json, by?: ActingAgent): void {
    this.live.push({ kind: 'answer', value });
    this.#actor.answer(value, by);
  }

  /** Whether all that was kept is taken up; words before that stand in the record already. */
  get #isInPresent(): boolean {
    return this.#next >= this.#kept.length;
  }

  #recorded(call: { readonly tool: string; readonly arguments: JsonObject }): Observation | null {
    const index = this.#standsFor(call);
    this.#made += 1;
    const recorded = index === null ? undefined : this.#kept[index];
    if (index === null || recorded === undefined) return null;
    this.#next = index + 1;
    const { status, content, data, error } = recorded.observation;
    return { status, content, data, error };
  }

  #standsFor(call: { readonly tool: string; readonly arguments: JsonObject }): number | null {
    const usual = this.#plan?.usual[this.#made];
    if (this.#isUsual && usual !== undefined && isSameCall(usual, call)) {
      return this.#plan?.standsFor[this.#made] ?? null;
    }
    this.#isUsual = false;
    const same = this.#kept.findIndex(
      (kept, index) =>
        index >= this.#next && isSameCall({ tool: kept.step.tool, arguments: kept.arguments }, call),
    );
    if (same !== -1) return same;
    return this.#kept[this.#next]?.step.tool === call.tool ? this.#next : null;
  }
}

function asked(call: PlannedCall): { readonly tool: string; readonly arguments: JsonObject } {
  return 'code' in call ? { tool: call.tool, arguments: { code: call.code } } : call;
}
