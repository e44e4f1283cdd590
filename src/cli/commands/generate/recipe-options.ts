import type { OptionDefinition } from '../../command.js';
import { seedOption, wholeNumber } from '../../parse-option.js';

/** Options that take the place of a field of a recipe, without defaults: what is not given is the recipe's. */
export const recipeOptions: Readonly<
  Record<'model' | 'level' | 'maxSteps' | 'concurrency' | 'seed', OptionDefinition>
> = {
  model: {
    flags: '--model <id>',
    description: 'provider/model, or offline; default: the model named in METTLE_MODEL, or else offline',
  },
  level: {
    flags: '--level <n>',
    description: 'difficulty of the tasks, 1 to 3; default: mixed',
    parse: wholeNumber('--level', 1),
  },
  maxSteps: {
    flags: '--max-steps <n>',
    description: 'limit on tool calls in one run. Default: 20',
    parse: wholeNumber('--max-steps', 1),
  },
  concurrency: {
    flags: '--concurrency <n>',
    description: 'runs at once. Default: 4',
    parse: wholeNumber('--concurrency', 1),
  },
  seed: {
    flags: seedOption.flags,
    description: `${seedOption.description}. Default: 0`,
    parse: seedOption.parse,
  },
};
