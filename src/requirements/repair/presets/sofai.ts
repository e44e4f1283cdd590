import { MettleError } from '../../../core/index.js';
import { checkPositiveInteger } from '../../arguments.js';
import type { Requirement } from '../../requirement.js';
import type { LaneState } from '../attempt.js';
import { appendToUser } from '../contract.js';
import { createStrategy } from '../create-strategy.js';
import type { Generate } from '../generate.js';
import { describeFailedAttempt, repairInConversation } from '../policies/repair-policies.js';
import { bestByScore } from '../policies/select-policies.js';
import { neverStop, repeatsAnswer } from '../policies/stop-policies.js';
import type { NextTurn, Strategy } from '../strategy.js';

/** What {@link sofai} takes. */
export interface SofaiOptions {
  /** The second, stronger model. */
  readonly escalateTo: Generate;
  /**
   * What the second model is given: `fresh_start` the task alone, `continue_chat` the whole conversation so far,
   * `best_attempt` the task with the best failed attempt and what is wrong with it. Default `fresh_start`.
   */
  readonly mode?: 'fresh_start' | 'continue_chat' | 'best_attempt';
  /** Attempts of the first model. Default 3. */
  readonly attempts?: number;
  /** Attempts of the second model. Default 1. */
  readonly escalatedAttempts?: number;
  readonly requirements?: readonly Requirement[];
}

const ESCALATED = 'escalated';
const MODES = ['fresh_start', 'continue_chat', 'best_attempt'] as const;

/**
 * Fast and slow thinking (SOFAI): the loop's own model tries and is told what failed; when its attempts are used
 * up, or it repeats an answer, a second model takes over. A model that judges is an ordinary requirement
 * here, and awaited like any other.
 *
 * @throws {MettleError} `requirements/not_positive`, `requirements/invalid_generate`, `requirements/unknown_mode`.
 */
export function sofai(options: SofaiOptions): Strategy {
  const first = checkPositiveInteger('attempts', options.attempts ?? 3);
  const second = checkPositiveInteger('escalatedAttempts', options.escalatedAttempts ?? 1);
  const mode = options.mode ?? 'fresh_start';
  if (!MODES.includes(mode)) {
    throw new MettleError({
      code: 'requirements/unknown_mode',
      message: `sofai has no mode ${JSON.stringify(mode)}. Use one of ${MODES.join(', ')}.`,
    });
  }
  if (typeof options.escalateTo !== 'function') {
    throw new MettleError({
      code: 'requirements/invalid_generate',
      message: `sofai needs a function "escalateTo" that asks the second model, got ${typeof options.escalateTo}.`,
    });
  }
  const model = { name: ESCALATED, generate: options.escalateTo };
  return createStrategy({
    name: 'sofai',
    attempts: first + second,
    requirements: options.requirements ?? [],
    stop: neverStop,
    repair(state) {
      const byFirst = state.attempts.filter((attempt) => attempt.model !== ESCALATED);
      const bySecond = state.attempts.length - byFirst.length;
      if (bySecond >= second) return null;
      if (bySecond > 0) return { ...repairInConversation(state), model };
      if (byFirst.length < first && !repeatsAnswer(byFirst)) return repairInConversation(state);
      return { messages: openingOf(mode, state), model };
    },
  });
}

function openingOf(mode: (typeof MODES)[number], state: LaneState): NextTurn['messages'] {
  if (mode === 'fresh_start') return state.task;
  if (mode === 'continue_chat') return repairInConversation(state).messages;
  const best = bestByScore(state.attempts);
  return appendToUser(state.task, describeFailedAttempt({ ...state, attempts: best === null ? [] : [best] }));
}
