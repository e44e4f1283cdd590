import type { Json, JsonObject } from '../../core/index.js';
import type { EpisodeUsage, Observation } from '../../records/index.js';
import type { ActingAgent, Actor, PlannedCall, Subagent } from './policy.js';

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

  think(content: string, by?: ActingAgent): void {
    this.#parent.think(content, this.#by(by));
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
