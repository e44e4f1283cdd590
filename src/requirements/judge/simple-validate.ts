import { type CommonOptions, commonOptions, defineRequirement, type Requirement } from '../requirement.js';
import { checkError, fail, pass } from '../verdict.js';

/** What {@link simpleValidate} takes beside the function. */
export interface SimpleValidateOptions extends CommonOptions {
  /** Default: the function's name, or `simpleValidate`. */
  readonly name?: string;
  /** What a model is told. Default: nothing. */
  readonly description?: string;
  /** Why it fails, where the function does not say. */
  readonly reason?: string;
}

/** What a simple validator answers: whether the text is good, and why not. */
export type SimpleAnswer = boolean | readonly [boolean, string];

/**
 * A requirement made from a plain function of the reply's text. It may be asynchronous; it is awaited. An answer that
 * is neither a boolean nor a boolean with a reason is an `error`. An empty reply without tool calls fails unasked.
 */
export function simpleValidate(
  isGood: (text: string) => SimpleAnswer | Promise<SimpleAnswer>,
  options: SimpleValidateOptions = {},
): Requirement {
  const name = options.name ?? (isGood.name || 'simpleValidate');
  const { description = '', reason = '' } = options;
  return defineRequirement({
    name,
    description,
    how: 'a function of the caller looks at the text',
    checkOnly: description === '',
    ...commonOptions(options),
    async validate({ text, toolCalls }) {
      if (text === '' && toolCalls.length === 0) return fail('No output: the reply is empty.');
      const answer: unknown = await isGood(text);
      if (answer === true) return pass(`${name} accepts it.`);
      if (answer === false) return fail(reason === '' ? `${name} does not accept it.` : reason);
      if (Array.isArray(answer) && typeof answer[0] === 'boolean' && typeof answer[1] === 'string') {
        return answer[0] ? pass(answer[1]) : fail(answer[1]);
      }
      return checkError(
        `${name} gave back ${describe(answer)}; it must give back true, false or [boolean, reason].`,
      );
    },
  });
}

function describe(answer: unknown): string {
  return answer === null
    ? 'null'
    : Array.isArray(answer)
      ? 'another list'
      : `a value of type ${typeof answer}`;
}
