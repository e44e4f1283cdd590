import { defineOptions, option } from '../../core/index.js';
import type { ExpectedAnswer } from '../../records/index.js';
import { compareAnswers } from '../scoring/compare-answers.js';
import type { Verifier } from './verifier.js';

const checkOutcomeOptions = defineOptions<{ readonly required: boolean }>()('outcomeVerifier', {
  required: option.required(option.boolean),
});
const checkAnswerOptions = defineOptions<{ readonly required?: boolean }>()('expectedAnswerVerifier', {
  required: option.boolean,
});

/** Whether the episode did what its task expects: answer, goals, invariants and process, by the replayed states. */
export function outcomeVerifier(options: { readonly required: boolean }): Verifier {
  const { required } = checkOutcomeOptions(options);
  return {
    name: 'outcome',
    required,
    async check(_, context) {
      const { verdict, reason } = await context.outcome();
      return { verdict, detail: reason };
    },
  };
}

/** Whether the answer is this one, by value, whatever the record's own task expects. */
export function expectedAnswerVerifier(
  expected: ExpectedAnswer,
  options: { readonly required?: boolean } = {},
): Verifier {
  const { required = true } = checkAnswerOptions(options);
  return {
    name: 'expected_answer',
    required,
    check({ stopReason, finalAnswer }) {
      const difference =
        stopReason === 'answered' ? compareAnswers(expected, finalAnswer) : 'there is no answer';
      return difference === null
        ? { verdict: 'pass', detail: 'the answer is as expected' }
        : { verdict: 'fail', detail: difference };
    },
  };
}
