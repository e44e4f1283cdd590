import type { Json, JsonObject } from '../../core/index.js';
import type {
  ActingAgent,
  Actor,
  GivenAnswer,
  ModelExchange,
  NotedThought,
  PlannedCall,
  Policy,
  Subagent,
} from '../../environments/index.js';
import { SubagentActor } from '../../environments/internal.js';
import type { EpisodeUsage, Observation, TrajectoryStep } from '../../records/index.js';
import {
  type AskedCall,
  askedCall,
  isSameCall,
  type RecordedCall,
  recordedCalls,
} from '../verifiers/recorded-calls.js';

/** A call that a policy really made in a branch. */
export interface LiveCall extends AskedCall {
  readonly kind: 'call';
  /** Whether it ran code. */
  readonly isCode: boolean;
  /** Which of the policy's own calls it is, those counted that it read from the record. */
  readonly ordinal: number;
}

/** Something that a policy did in a branch: a call of its own, or its answer. */
export type LiveAction = LiveCall | { readonly kind: 'answer'; readonly value: Json };

/** Which recorded call a call of a policy stands for. */
export interface CallPlan {
  /** The calls that the policy makes when it plays from the start. */
  readonly usual: readonly AskedCall[];
  /** For each of them the index of the recorded call that did its work, whether kept or not; null for none. */
  readonly standsFor: readonly (number | null)[];
}

/** What a policy had with its model. */
export interface NotedExchange {
  readonly exchange: ModelExchange;
  readonly by: ActingAgent;
  /** Whether it belongs to the kept calls, whose turns stand in the record already. */
  readonly isKept: boolean;
}

/** What a {@link CommittedActor} goes by. */
export interface CommittedActorOptions {
  /** The calls that are done. */
  readonly kept: readonly RecordedCall[];
  readonly plan?: CallPlan | undefined;
  /** Calls of the policy, by their ordinals, that are not made: it goes on as if they had been. */
  readonly withheld?: ReadonlySet<number> | undefined;
}

/**
 * An actor for a policy that comes into an episode half-way. What the policy would have done before the branch it takes to be
 * done as the record did it: it reads the recorded answers, also where its own call would have been another. What it
 * does beyond that is really done.
 */
export class CommittedActor implements Actor {
  /** What was really done, in order. */
  readonly live: LiveAction[] = [];
  readonly exchanges: NotedExchange[] = [];
  /** Whether what the policy did before the branch is what the record did, as far as the actor can tell. */
  isRepeating = true;
  readonly #actor: Actor;
  readonly #kept: readonly RecordedCall[];
  readonly #plan: CallPlan | undefined;
  readonly #withheld: ReadonlySet<number>;
  /** What each tool said last. */
  readonly #read = new Map<string, Observation>();
  /** Kept calls before this one are taken up. */
  #next = 0;
  #made = 0;
  /** Whether the policy does what it usually does, so that its plan holds. */
  #isUsual: boolean;

  constructor(actor: Actor, { kept, plan, withheld = new Set() }: CommittedActorOptions) {
    this.#actor = actor;
    this.#kept = kept;
    this.#plan = plan;
    this.#withheld = withheld;
    this.#isUsual = plan !== undefined;
  }

  think(content: string, by?: NotedThought): void {
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
    const known = calls.map((call) => this.#take(asked(call)));
    const fresh = calls.filter((_, index) => known[index] === null);
    const given = fresh.length === 0 ? [] : [...(await this.#actor.callAll(fresh, by))];
    return calls.map(({ tool }, index) => {
      const observation = known[index] ?? (given.shift() as Observation);
      this.#read.set(tool, observation);
      return observation;
    });
  }

  withhold(call: PlannedCall, reason: string, by?: ActingAgent): void {
    if (this.#isInPresent) this.#actor.withhold(call, reason, by);
    else this.isRepeating = false;
  }

  turn(exchange: ModelExchange, by: ActingAgent = {}): void {
    this.exchanges.push({ exchange, by, isKept: !this.#isInPresent });
    if (this.#isInPresent) this.#actor.turn(exchange, by);
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

  answer(value: Json, by?: GivenAnswer): void {
    this.live.push({ kind: 'answer', value });
    this.#actor.answer(value, by);
  }

  /** Whether all that was kept is taken up; words before that stand in the record already. */
  get #isInPresent(): boolean {
    return this.#next >= this.#kept.length;
  }

  /** What a policy reads in place of a call; null for one that is to be made. */
  #take(call: Omit<LiveCall, 'ordinal'>): Observation | null {
    const ordinal = this.#made;
    this.#made += 1;
    const recorded = this.#recorded(call, ordinal);
    if (recorded !== null) return recorded;
    if (this.#withheld.has(ordinal)) {
      this.isRepeating = false;
      return this.#believed(call.tool);
    }
    this.live.push({ ...call, ordinal });
    return null;
  }

  #recorded(call: AskedCall, ordinal: number): Observation | null {
    const index = this.#standsFor(call, ordinal);
    if (index === null) return null;
    const isInTurn = index === this.#next;
    this.#next = Math.min(index + 1, this.#kept.length);
    const recorded = this.#kept[index];
    if (recorded === undefined) return null;
    this.isRepeating &&= isInTurn && isSameCall(askedCall(recorded), call);
    const { status, content, data, error } = recorded.observation;
    return { status, content, data, error };
  }

  /** What a policy takes to be so whose call is withheld: what the tool said last, or that all is well. */
  #believed(tool: string): Observation {
    return this.#read.get(tool) ?? { status: 'ok', content: '', data: null, error: null };
  }

  #standsFor(call: AskedCall, ordinal: number): number | null {
    const usual = this.#plan?.usual[ordinal];
    if (this.#isUsual && usual !== undefined && isSameCall(usual, call)) {
      return this.#plan?.standsFor[ordinal] ?? null;
    }
    this.#isUsual = false;
    const same = this.#kept.findIndex(
      (kept, index) => index >= this.#next && isSameCall(askedCall(kept), call),
    );
    if (same !== -1) return same;
    return this.#kept[this.#next]?.step.tool === call.tool ? this.#next : null;
  }
}

/** A policy that comes into an episode after these steps, and takes what was done for its own. */
export function committedPolicy(policy: Policy, steps: readonly TrajectoryStep[]): Policy {
  const kept = recordedCalls({ steps });
  if (kept.length === 0) return policy;
  return {
    name: policy.name,
    version: policy.version,
    ...(policy.model === undefined ? {} : { model: policy.model }),
    play: (brief, actor) => policy.play(brief, new CommittedActor(actor, { kept })),
  };
}

function asked(call: PlannedCall): Omit<LiveCall, 'ordinal'> {
  return 'code' in call
    ? { kind: 'call', tool: call.tool, arguments: { code: call.code }, isCode: true }
    : { ...call, kind: 'call', isCode: false };
}
