import { defineOptions, option } from '../../../core/index.js';
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

const checkSofaiOptions = defineOptions<SofaiOptions>()('strategies.sofai', {
  escalateTo: option.required(option.callback),
  mode: option.oneOf(['fresh_start', 'continue_chat', 'best_attempt']),
  attempts: option.wholeNumber(1),
  escalatedAttempts: option.wholeNumber(1),
  requirements: option.list(),
});

const ESCALATED = 'escalated';

/**
 * Fast and slow thinking (SOFAI): the loop's own model tries and is told what failed; when its attempts are used
 * up, or it repeats an answer, a second model takes over. A model that judges is an ordinary requirement
 * here, and awaited like any other.
 *
 * @throws {MettleError} `core/invalid_option`
 */
export function sofai(options: SofaiOptions): Strategy {
  checkSofaiOptions(options);
  const first = options.attempts ?? 3;
  const second = options.escalatedAttempts ?? 1;
  const mode = options.mode ?? 'fresh_start';
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

function openingOf(mode: NonNullable<SofaiOptions['mode']>, state: LaneState): NextTurn['messages'] {
  if (mode === 'fresh_start') return state.task;
  if (mode === 'continue_chat') return repairInConversation(state).messages;
  const best = bestByScore(state.attempts);
  return appendToUser(state.task, describeFailedAttempt({ ...state, attempts: best === null ? [] : [best] }));
}
