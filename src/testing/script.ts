import type { MettleError } from '../core/index.js';
import { testingError } from './error-codes.js';
import type { ScriptedAnswer, ScriptStep } from './script-step.js';

/** The steps of a script, each given once, in order. */
export interface Script<Request> {
  /**
   * The answer for a call.
   *
   * @throws {MettleError} `testing/unexpected_call` when no step is left for it.
   */
  next(request: Request): Promise<ScriptedAnswer>;
  /** The id of the next tool call without one. */
  nextCallId(): string;
  /**
   * Passes when every step was used and no call was one too many.
   *
   * @throws {MettleError} `testing/unconsumed_steps`, `testing/unexpected_call`.
   */
  assertDone(): void;
}

/**
 * Starts a script. `describe` says in a few words what a call asked.
 *
 * @throws {MettleError} `testing/invalid_step` for a condition without an answer.
 */
export function startScript<Request>(
  steps: readonly ScriptStep<Request>[],
  describe: (request: Request) => string,
): Script<Request> {
  const left = steps.map((step, index) => ({ step, number: index + 1 }));
  for (const { step, number } of left) {
    if (!isConditional(step) || 'answer' in step) continue;
    throw testingError(
      'invalid_step',
      `Step ${number} of the script has when, and no answer: write { when, answer: { … } }.`,
    );
  }
  const unexpected: MettleError[] = [];
  let callIds = 0;
  return {
    async next(request) {
      const index = left.findIndex(({ step }) => !isConditional(step) || step.when(request));
      const [taken] = index < 0 ? [] : left.splice(index, 1);
      if (taken === undefined) {
        const error = testingError(
          'unexpected_call',
          `No step of the script is left for the call ${describe(request)}: it has ${steps.length}, and ${steps.length - left.length} are used.`,
        );
        unexpected.push(error);
        throw error;
      }
      const answer = isConditional(taken.step) ? taken.step.answer : taken.step;
      return typeof answer === 'function' ? answer(request) : answer;
    },
    nextCallId: () => `call_${++callIds}`,
    assertDone() {
      if (unexpected[0] !== undefined) throw unexpected[0];
      if (left.length === 0) return;
      throw testingError(
        'unconsumed_steps',
        `The script has ${steps.length} steps, and these were not used: ${left.map(({ number }) => number).join(', ')}.`,
      );
    },
  };
}

function isConditional<Request>(
  step: ScriptStep<Request>,
): step is Extract<ScriptStep<Request>, { readonly when: unknown }> {
  return typeof step === 'object' && 'when' in step;
}
