import { defineOptions, option } from '../../core/index.js';
import {
  COMMON_OPTIONS,
  type CommonOptions,
  commonOptions,
  createRequirement,
  type Requirement,
} from '../requirement.js';
import { checkError, failWith, passWith } from '../verdict.js';

/** What {@link SimpleValidate} takes beside the function. */
export interface SimpleValidateOptions extends CommonOptions {
  /** Default: the function's name, or `SimpleValidate`. */
  readonly name?: string;
  /** What a model is told. Default: nothing. */
  readonly description?: string;
  /** Why it fails, where the function does not say. */
  readonly reason?: string;
}

const checkSimpleValidateOptions = defineOptions<SimpleValidateOptions>()('SimpleValidate', {
  ...COMMON_OPTIONS,
  name: option.string,
  description: option.string,
  reason: option.string,
});

/** What a simple validator answers: whether the text is good, and why not. */
export type SimpleAnswer = boolean | readonly [boolean, string];

/**
 * A requirement made from a plain function of the reply's text. It may be asynchronous; it is awaited. An answer that
 * is neither a boolean nor a boolean with a reason is an `error`. An empty reply without tool calls fails unasked.
 */
export function SimpleValidate(
  isGood: (text: string) => SimpleAnswer | Promise<SimpleAnswer>,
  options: SimpleValidateOptions = {},
): Requirement {
  checkSimpleValidateOptions(options);
  const name = options.name ?? (isGood.name || 'SimpleValidate');
  const { description = '', reason = '' } = options;
  return createRequirement({
    name,
    description,
    how: 'a function of the caller looks at the text',
    checkOnly: description === '',
    ...commonOptions(options),
    async validate({ text, toolCalls }) {
      if (text === '' && toolCalls.length === 0) return failWith('No output: the reply is empty.');
      const answer: unknown = await isGood(text);
      if (answer === true) return passWith(`${name} accepts it.`);
      if (answer === false) return failWith(reason === '' ? `${name} does not accept it.` : reason);
      if (Array.isArray(answer) && typeof answer[0] === 'boolean' && typeof answer[1] === 'string') {
        return answer[0] ? passWith(answer[1]) : failWith(answer[1]);
      }
      return checkError(
        `${name} returned ${describe(answer)}; it must return true, false or [boolean, reason].`,
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
