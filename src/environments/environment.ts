import type { JsonObject } from '../core/index.js';
import type { Observation, StateChange, ToolDefinition } from '../records/index.js';
import type { WorldState } from './world-state.js';

/** What a tool call did. */
export interface ToolCallResult {
  readonly observation: Observation;
  /** The world's digest after the call. */
  readonly stateDigest: string;
  /** What the call changed in the world; empty when nothing. */
  readonly changes: readonly StateChange[];
  /** Wall-clock seconds that the tool took. No part of what a replay compares. */
  readonly seconds: number;
}

/** How a call is made. */
export interface CallOptions {
  /**
   * Ends the call, which then rejects with the signal's reason. Where the tool had begun, the world is left half-way:
   * it takes no call (`environments/world_interrupted`) until it is reset or restored.
   */
  readonly signal?: AbortSignal;
}

/** A world as it was at one moment, kept in memory until it is released. It can be restored any number of times. */
export interface WorldSnapshot extends AsyncDisposable {
  /** The world's digest at that moment. */
  readonly stateDigest: string;
  /** Frees what it holds. Releasing twice is fine. */
  release(): Promise<void>;
}

/**
 * One copy of an environment's world, for one episode. Worlds of one environment never see each other.
 * Calls happen one after another, in the order they were made; everything else waits for the calls before it.
 */
export interface World extends AsyncDisposable {
  /**
   * Runs a tool. Rejects only when the world is broken (`environments/world_broken`), interrupted or closed
   * (`environments/world_closed`); what is wrong with the call itself is an observation.
   *
   * @param argumentValues - a text is what an agent wrote that is no JSON object. The call is refused as `no_json`.
   */
  call(tool: string, argumentValues: JsonObject | string, options?: CallOptions): Promise<ToolCallResult>;
  /** The facts of the world now. */
  state(): WorldState;
  /** The digest of {@link World.state}. */
  stateDigest(): string;
  /** Makes the world what a fresh one with this seed is. */
  reset(seed: number): Promise<void>;
  /**
   * A second world that begins as this one is now, in mid-episode: nothing done in either is seen in the other. It is
   * closed on its own. Rejects with `environments/cannot_fork` where {@link WorldCapabilities.fork} says why not.
   */
  fork(): Promise<World>;
  /** Keeps the world as it is now. Rejects as {@link World.fork}. */
  snapshot(): Promise<WorldSnapshot>;
  /** Makes the world what it was when the snapshot was taken, in this world or in one of the same environment. */
  restore(snapshot: WorldSnapshot): Promise<void>;
  /** Frees what the world holds. Closing twice is fine. */
  close(): Promise<void>;
}

/** What the worlds of an environment can do, each `true` or in words why not. */
export interface WorldCapabilities {
  /** Branches and snapshots in mid-episode. */
  readonly fork: true | string;
  /** The same seed and the same calls give the same observations, so that a record can be proved by replay. */
  readonly replay: true | string;
}

/** A kind of world where tool calls really run. Equal fingerprints and seeds give equal worlds. */
export interface Environment extends AsyncDisposable {
  /** snake_case. */
  readonly name: string;
  readonly tools: readonly ToolDefinition[];
  /** Identity: a content hash of everything that decides how a world begins and how its tools answer. */
  readonly fingerprint: string;
  readonly capabilities: WorldCapabilities;
  /**
   * What of an observation may differ from run to run, as paths by tool: `content`, or one into the data such as
   * `data/headers/date`, in which a name that is a star stands for every member. A replay doesn't compare it. Absent:
   * nothing.
   */
  readonly volatile?: Readonly<Record<string, readonly string[]>>;
  /** A fresh world. The seed decides whatever is left to chance in it; the same seed gives the same world. */
  open(options: { readonly seed: number; readonly signal?: AbortSignal }): Promise<World>;
  /**
   * Arguments that make sense for a tool in the world that a seed gives; null where none are known.
   * The same tool and options give the same arguments.
   */
  sampleArguments(
    tool: string,
    options: { readonly prompt: string; readonly seed: number },
  ): JsonObject | null;
  /** Frees what all its worlds share; the worlds are closed on their own before. Closing twice is fine. */
  close(): Promise<void>;
}
