import type { Message, Reply } from '../message.js';
import type { Requirement } from '../requirement.js';
import type { Attempt, LaneState } from './attempt.js';
import type { Generate } from './generate.js';

/** Asks the model of this turn once; counts the call, hands on the abort signal, watches what is streamed. */
export type AskModel = (
  messages: readonly Message[],
  options?: { readonly maxTokens?: number; readonly stop?: readonly string[] },
) => Promise<Reply>;

/** How one reply comes about: one call of the model, or several. */
export type GeneratePolicy = (messages: readonly Message[], ask: AskModel) => Promise<Reply>;

/** What to ask next. */
export interface NextTurn {
  readonly messages: readonly Message[];
  /** Another model for this turn. Default: the loop's own. */
  readonly model?: { readonly name: string; readonly generate: Generate };
}

/**
 * What to ask after a failure; for a lane without attempts, what to ask first. Null when the strategy has nothing
 * more to try: the outcome is then `unmet`.
 */
export type RepairPolicy = (state: LaneState) => NextTurn | null;

/** Why a lane should not go on although its budget lasts; null when it should. */
export type StopPolicy = (state: LaneState) => string | null;

/** Chooses among the attempts of all lanes. */
export interface SelectPolicy {
  /**
   * Whether the choice is made already, whatever the lanes that still run come to; they are then cancelled.
   * `lanesLeft` counts lanes that have not ended.
   */
  isSettled(attempts: readonly Attempt[], lanesLeft: number): boolean;
  /** The attempt that is handed back as good, or null when none is. `attempts` are in order of their number. */
  select(attempts: readonly Attempt[]): Attempt | null;
}

/** A way to get from a task to a reply that meets its requirements: four policies and a size. */
export interface Strategy {
  readonly name: string;
  /** Requirements that come with the strategy; merged with those of the call. */
  readonly requirements: readonly Requirement[];
  /** Attempts in each lane. */
  readonly attempts: number;
  /** Independent lines of attempts. */
  readonly lanes: number;
  /** Lanes that run at the same time. */
  readonly concurrency: number;
  readonly generate: GeneratePolicy;
  readonly repair: RepairPolicy;
  readonly stop: StopPolicy;
  readonly select: SelectPolicy;
}

/** What {@link createStrategy} takes; what is left out is rejection sampling's. */
export interface StrategyDefinition {
  readonly name: string;
  readonly requirements?: readonly Requirement[];
  /** Default 2. */
  readonly attempts?: number;
  /** Default 1. */
  readonly lanes?: number;
  /** Default: all lanes. */
  readonly concurrency?: number;
  readonly generate?: GeneratePolicy;
  readonly repair?: RepairPolicy;
  /** Default: with a repair policy, when the model repeats an answer; else never. */
  readonly stop?: StopPolicy;
  readonly select?: SelectPolicy;
}
