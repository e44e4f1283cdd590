import { defineOptions, option } from '../../core/index.js';
import { counted } from '../../core/internal.js';
import {
  COMMON_OPTIONS,
  type CommonOptions,
  commonOptions,
  createRequirement,
  type Requirement,
} from '../requirement.js';
import { failWith, passWith } from '../verdict.js';

/** What {@link ReplyLength} takes. */
export interface ReplyLengthOptions extends CommonOptions {
  /** UTF-16 code units that the reply may have. */
  readonly maxChars: number;
}

const checkReplyLengthOptions = defineOptions<ReplyLengthOptions>()('ReplyLength', {
  ...COMMON_OPTIONS,
  maxChars: option.required(option.wholeNumber(1)),
});

/**
 * The reply is not longer than allowed; a longer one is ended while it is being written.
 *
 * @throws {MettleError} `core/invalid_option`
 */
export function ReplyLength(options: ReplyLengthOptions): Requirement {
  checkReplyLengthOptions(options);
  const { maxChars } = options;
  const judge = (text: string): ReturnType<typeof passWith> =>
    text.length <= maxChars
      ? passWith(`The reply has ${counted(text.length, 'character')}.`)
      : failWith(`The reply is longer than ${counted(maxChars, 'character')}. Answer more briefly.`);
  return createRequirement({
    name: 'ReplyLength',
    description: `The whole answer has at most ${counted(maxChars, 'character')}.`,
    how: 'characters of the reply are counted',
    ...commonOptions(options),
    memoise: true,
    validate: ({ text }) => judge(text),
    watch: () => ({ push: (_piece, text) => (text.length > maxChars ? judge(text) : null) }),
  });
}
