import type { Json, JsonObject } from '../../core/index.js';
import type { EpisodeUsage, Observation } from '../../records/index.js';
import type {
  ActingAgent,
  Actor,
  GivenAnswer,
  ModelExchange,
  NotedThought,
  PlannedCall,
  Subagent,
} from './policy.js';

/** A subagent's hands: what it does is recorded with its name, and its answer goes to the agent that asked it. */
export class SubagentActor implements Actor {
  /** What it answered; null before. */
  report: Json = null;
  readonly #parent: Actor;
  readonly #agent: string;

  constructor(parent: Actor, agent: string) {
    this.#parent = parent;
    this.#agent = agent;
  }

  think(content: string, by?: NotedThought): void {
    this.#parent.think(content, { ...by, ...this.#by(by) });
  }

  plan(content: string, by?: ActingAgent): void {
    this.#parent.plan(content, this.#by(by));
  }

  criticise(content: string, by?: ActingAgent): void {
    this.#parent.criticise(content, this.#by(by));
  }

  call(tool: string, argumentValues: JsonObject, by?: ActingAgent): Promise<Observation> {
    return this.#parent.call(tool, argumentValues, this.#by(by));
  }

  runCode(code: string, tool?: string, by?: ActingAgent): Promise<Observation> {
    return this.#parent.runCode(code, tool, this.#by(by));
  }

  callAll(calls: readonly PlannedCall[], by?: ActingAgent): Promise<readonly Observation[]> {
    return this.#parent.callAll(calls, this.#by(by));
  }

  withhold(call: PlannedCall, reason: string, by?: ActingAgent): void {
    this.#parent.withhold(call, reason, this.#by(by));
  }

  turn(exchange: ModelExchange, by?: ActingAgent): void {
    this.#parent.turn(exchange, this.#by(by));
  }

  subagent(subagent: Subagent, play: (actor: Actor) => Promise<void>): Promise<Json> {
    return this.#parent.subagent(subagent, play);
  }

  spend(usage: Partial<EpisodeUsage>): void {
    this.#parent.spend(usage);
  }

  answer(value: Json): void {
    this.report = value;
  }

  #by(by: ActingAgent = {}): ActingAgent {
    return { agent: by.agent ?? this.#agent };
  }
}

/**
 * Lets a subagent play through an actor that is put before another: what it does goes through the first, its report
 * is recorded by the second.
 */
export async function playSubagentThrough(
  front: Actor,
  recorder: Actor,
  subagent: Subagent,
  play: (actor: Actor) => Promise<void>,
): Promise<Json> {
  const actor = new SubagentActor(front, subagent.agent);
  await play(actor);
  return recorder.subagent(subagent, async (hands) => hands.answer(actor.report));
}

/** Hands on to another what an actor doesn't do in its own way. */
export abstract class ActorThrough implements Actor {
  protected readonly actor: Actor;

  constructor(actor: Actor) {
    this.actor = actor;
  }

  abstract call(tool: string, argumentValues: JsonObject, by?: ActingAgent): Promise<Observation>;
  abstract runCode(code: string, tool?: string, by?: ActingAgent): Promise<Observation>;
  abstract answer(value: Json, by?: GivenAnswer): void;

  think(content: string, by?: NotedThought): void {
    this.actor.think(content, by);
  }

  plan(content: string, by?: ActingAgent): void {
    this.actor.plan(content, by);
  }

  criticise(content: string, by?: ActingAgent): void {
    this.actor.criticise(content, by);
  }

  /** One after another: each is done in this actor's way, but for those that a world only refuses. */
  async callAll(calls: readonly PlannedCall[], by?: ActingAgent): Promise<readonly Observation[]> {
    const observations: Observation[] = [];
    for (const call of calls) {
      if ('code' in call) observations.push(await this.runCode(call.code, call.tool, by));
      else if (call.invalidArguments === undefined) {
        observations.push(await this.call(call.tool, call.arguments, by));
      } else observations.push(...(await this.refused(call, by)));
    }
    return observations;
  }

  /** Makes a call whose arguments are no JSON object. */
  protected refused(call: PlannedCall, by?: ActingAgent): Promise<readonly Observation[]> {
    return this.actor.callAll([call], by);
  }

  withhold(call: PlannedCall, reason: string, by?: ActingAgent): void {
    this.actor.withhold(call, reason, by);
  }

  turn(exchange: ModelExchange, by?: ActingAgent): void {
    this.actor.turn(exchange, by);
  }

  subagent(subagent: Subagent, play: (actor: Actor) => Promise<void>): Promise<Json> {
    return playSubagentThrough(this, this.actor, subagent, play);
  }

  spend(usage: Partial<EpisodeUsage>): void {
    this.actor.spend(usage);
  }
}
