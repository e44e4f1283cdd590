import type { JsonObject } from '../core/index.js';
import type { Observation } from './observation.js';
import type { ToolDefinition } from './tool-definition.js';
import type { StateChange, WorldState } from './world-state.js';

/** What a tool call did. */
export interface ToolCallResult {
  readonly observation: Observation;
  /** The world's digest after the call. */
  readonly stateDigest: string;
  /** What the call changed in the world; empty when nothing. */
  readonly changes: readonly StateChange[];
}

/**
 * One fresh copy of an environment's world, for one episode. Worlds of one environment never see each other.
 * Calls happen one after another, in the order they were made.
 */
export interface World extends AsyncDisposable {
  /**
   * Runs a tool. Rejects only when the world is broken (`environments/world_broken`) or closed
   * (`environments/world_closed`); what is wrong with the call itself is an observation.
   */
  call(tool: string, argumentValues: JsonObject): Promise<ToolCallResult>;
  /** The facts of the world now. */
  state(): WorldState;
  /** The digest of {@link World.state}. */
  stateDigest(): string;
  /** Frees what the world holds. Closing twice is fine. */
  close(): Promise<void>;
}

/** A kind of world where tool calls really run. Equal fingerprints and seeds give equal worlds. */
export interface Environment {
  /** snake_case. */
  readonly name: string;
  readonly tools: readonly ToolDefinition[];
  /** Identity: a content hash of everything that decides how a world begins and how its tools answer. */
  readonly fingerprint: string;
  /** A fresh world. The seed decides whatever is left to chance in it; the same seed gives the same world. */
  open(options: { readonly seed: number }): Promise<World>;
}
