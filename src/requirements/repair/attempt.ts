import type { Message, Reply } from '../message.js';
import type { Report } from '../pipeline/report.js';

/** One reply of a model in a repair loop, as it was accepted or refused. */
export interface Attempt {
  /** 1-based, by the order of asking: round by round, in a round lane by lane. */
  readonly number: number;
  /** 0-based number of the independent line of attempts that it belongs to. */
  readonly lane: number;
  /** 1-based number in its lane. */
  readonly round: number;
  /** The name of the model that wrote it: `primary`, or the one a strategy brought along. */
  readonly model: string;
  /** What the model was asked. */
  readonly messages: readonly Message[];
  /** The reply that was judged, after mechanical fixes. */
  readonly reply: Reply;
  readonly report: Report;
  /** The mechanical fixes that were applied, by name. */
  readonly fixes: readonly string[];
  /** The model's own words and their verdicts where fixes changed them, else null. */
  readonly original: { readonly reply: Reply; readonly report: Report } | null;
  /** Whether the reply was cut off because a requirement failed while it was being written. */
  readonly endedEarly: boolean;
}

/** One line of attempts as its policies see it. */
export interface LaneState {
  readonly lane: number;
  /** The conversation that every attempt answers, the contract included. */
  readonly task: readonly Message[];
  /** The attempts of this lane, oldest first. */
  readonly attempts: readonly Attempt[];
}

/** The last attempt of a lane; null before the first. */
export function lastAttempt(state: LaneState): Attempt | null {
  return state.attempts.at(-1) ?? null;
}
