import type { Verdict } from '../../requirements/index.js';
import type { LiveAction } from './committed-actor.js';

/** What one step did for the outcome, measured. */
export interface StepCredit {
  /** Index of the call or the answer in the record; the number of its steps for an end without an answer. */
  readonly step: number;
  /**
   * What it is beside the reference's own episode: a call that it makes too (`same`), makes otherwise (`changed`) or does not
   * make (`extra`); the `answer`, or the `end` without one.
   */
  readonly role: 'same' | 'changed' | 'extra' | 'answer' | 'end';
  /** How the episode ends when the reference plays on from before the step; null where that was not tried. */
  readonly replaced: Verdict | null;
  /** How it ends when the reference plays on from after the step. */
  readonly kept: Verdict | null;
  /** -1: the step lost what could still be won. 1: it won back what seemed lost. 0: neither. Null where that was not tried. */
  readonly credit: -1 | 0 | 1 | null;
  /** How the episode ends when this step alone is set right and the policy of the record plays on; null where that was not tried. */
  readonly corrected: Verdict | null;
}

/** A step that an episode failed by. */
export interface BlamedStep {
  /** As {@link StepCredit.step}; for a call that is missing, the step before which it had to come. */
  readonly step: number;
  readonly kind: 'wrong_call' | 'extra_call' | 'missing_call' | 'wrong_answer' | 'missing_answer';
  /** What the reference does in its place; null where it does nothing there. */
  readonly instead: LiveAction | null;
  /**
   * Whether the policy of the record passes when this step, and those blamed before it, are set right: the intervention. Null
   * where no policy was given that makes the record again.
   */
  readonly confirmed: boolean | null;
}

/** Why an episode failed, measured step by step. */
export interface FailureAttribution {
  /** `not_checked`: there is nothing to attribute, or nothing to measure it by. `error`: the record does not replay. */
  readonly status: 'located' | 'not_checked' | 'error';
  /** In words. */
  readonly reason: string;
  /** What it failed by, in the order of the episode; more than one only where a policy makes the record again. */
  readonly blamed: readonly BlamedStep[];
  readonly steps: readonly StepCredit[];
  /** Episodes that were played to find this out. */
  readonly played: number;
}
