import { defineOptions, option } from '../../../core/index.js';
import { checkPositiveInteger } from '../../arguments.js';
import { requirementError } from '../../error-codes.js';
import type { Message, Reply } from '../../message.js';
import { createStrategy } from '../create-strategy.js';
import type { AskModel, GeneratePolicy, Strategy } from '../strategy.js';
import type { LoopSize } from './loop-size.js';
import { LOOP_SIZE } from './loop-size.js';

/** What {@link budgetForcing} takes. */
export interface BudgetForcingOptions extends LoopSize {
  /** Tokens for thinking in all. Default 4096. */
  readonly thinkMaxTokens?: number;
  /** Tokens for the answer. Default: no limit. */
  readonly answerMaxTokens?: number;
  /** Opens the thinking. Default `<think>`. */
  readonly startThink?: string;
  /** Ends the thinking. Default `</think>`. */
  readonly endThink?: string;
  /** Put where the model wants to stop thinking while tokens are left, such as `Wait,`. Default: it may stop. */
  readonly thinkMore?: string;
  /** Opens the answer, such as `Final answer:`. Default none. */
  readonly answerPrefix?: string;
  /** How many tokens a text has. Default: a quarter of its characters, rounded up. */
  readonly countTokens?: (text: string) => number;
}

const checkBudgetForcingOptions = defineOptions<BudgetForcingOptions>()('strategies.budgetForcing', {
  ...LOOP_SIZE,
  thinkMaxTokens: option.number,
  answerMaxTokens: option.number,
  startThink: option.string,
  endThink: option.string,
  thinkMore: option.string,
  answerPrefix: option.string,
  countTokens: option.callback,
});

/** A step of thinking shorter than this is taken as "no more to say". */
const SHORTEST_STEP_CHARS = 10;

/**
 * Gives the model a budget for thinking before it answers (s1, Muennighoff et al. 2025): it thinks up to
 * `thinkMaxTokens`, is told to go on where it would stop early if `thinkMore` says so, and then answers. The model
 * is asked to continue an assistant message, so it must be able to. The reply that is judged is the answer alone.
 * Samples anew after a failure. Default 1 attempt.
 *
 * @throws {MettleError} `requirements/not_positive`, `requirements/blank` for an empty `endThink`.
 */
export function budgetForcing(options: BudgetForcingOptions = {}): Strategy {
  checkBudgetForcingOptions(options);
  const { attempts = 1, lanes, requirements } = options;
  return createStrategy({
    name: 'budgetForcing',
    attempts,
    ...(lanes === undefined ? {} : { lanes }),
    ...(requirements === undefined ? {} : { requirements }),
    generate: thinkThenAnswer(options),
  });
}

function thinkThenAnswer(options: BudgetForcingOptions): GeneratePolicy {
  const budget = checkPositiveInteger('thinkMaxTokens', options.thinkMaxTokens ?? 4096);
  if (options.answerMaxTokens !== undefined) checkPositiveInteger('answerMaxTokens', options.answerMaxTokens);
  const { startThink = '<think>', endThink = '</think>', thinkMore, answerPrefix = '' } = options;
  if (endThink === '') {
    throw requirementError('blank', 'endThink must be a non-empty string.');
  }
  const countTokens = options.countTokens ?? ((text: string) => Math.ceil(text.length / 4));
  return async (messages, ask): Promise<Reply> => {
    let thought = '';
    let left = budget;
    while (left > 0) {
      const step = await continueWith(messages, `${startThink}${thought}`, ask, {
        maxTokens: left,
        stop: [endThink],
      });
      const text = step.text.split(endThink, 1)[0] ?? '';
      left -= Math.max(1, countTokens(text));
      thought += text;
      if (thinkMore === undefined || text.trim().length <= SHORTEST_STEP_CHARS || left <= 0) break;
      thought += thinkMore;
    }
    const opening = `${startThink}${thought}${endThink}${answerPrefix}`;
    const answer = await continueWith(
      messages,
      opening,
      ask,
      options.answerMaxTokens === undefined ? {} : { maxTokens: options.answerMaxTokens },
    );
    return { ...answer, text: `${answerPrefix}${answer.text}` };
  };
}

function continueWith(
  messages: readonly Message[],
  beginning: string,
  ask: AskModel,
  options: NonNullable<Parameters<AskModel>[1]>,
): Promise<Reply> {
  return ask([...messages, { role: 'assistant', content: beginning }], options);
}
