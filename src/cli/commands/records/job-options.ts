import type { OptionDefinition } from '../../command.js';
import { wholeNumber } from '../../parse-option.js';

/** `--concurrency` of commands that work on the records of a file. */
export const concurrencyOption: OptionDefinition = {
  flags: '--concurrency <n>',
  description: 'records at once; the output is the same',
  default: 4,
  parse: wholeNumber('--concurrency', 1),
};

/** `--concurrency` of commands that can work on records in threads. */
export const threadsOption: OptionDefinition = {
  flags: '--concurrency <n>',
  description:
    'records at once, each in a thread where their worlds live in this process; the output is the same; default: one for each processor',
  parse: wholeNumber('--concurrency', 1),
};

/** `--resume` of commands that work on the records of a file. */
export const resumeOption: OptionDefinition = {
  flags: '--resume',
  description: 'go on where a run with the same options was stopped',
};

/** `--split` of commands that make training data. */
export const splitOption: OptionDefinition = {
  flags: '--split <parts>',
  description:
    'parts of the split: train, held_out, another name, none (tasks without one) or any; default: train,none',
};
