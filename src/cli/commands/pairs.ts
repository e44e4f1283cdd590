import type { CommandDefinition } from '../command.js';
import { numberBetween, oneOf, wholeNumber } from '../parse-option.js';
import { splitOption } from './records/job-options.js';

/** `mettle pairs`: preference pairs of runs of the same tasks. */
export const pairsCommand: CommandDefinition = {
  name: 'pairs',
  args: '<file>',
  summary: 'pair runs of the same task, one of which is better, as data for preference training',
  example:
    'npx --no mettle pairs runs.jsonl\n  npx --no mettle pairs runs.jsonl --judged runs.judged.jsonl --format openai-dpo',
  options: [
    {
      flags: '--judged <file>',
      description:
        'scores for runs whose outcomes are alike, as judge writes them. Default: only outcomes make pairs',
    },
    {
      flags: '--min-margin <share>',
      description: 'with --judged: how far the scores of a pair have to be apart. Default: not equal',
      parse: numberBetween('--min-margin', 0, 1),
    },
    {
      flags: '--per-task <n>',
      description: 'most pairs of one task',
      default: 1,
      parse: wholeNumber('--per-task', 1),
    },
    {
      flags: '--format <name>',
      description: 'trl-preference or openai-dpo',
      default: 'trl-preference',
      parse: oneOf('--format', ['trl-preference', 'openai-dpo']),
    },
    {
      flags: '--completion <part>',
      description: 'what is compared: the first turn that differs, or that and the rest',
      default: 'turn',
      parse: oneOf('--completion', ['turn', 'rest']),
    },
    {
      flags: '--service <name>',
      description:
        'with openai-dpo: leave out, by name, what azure, fireworks or together would refuse. Default: keep it',
      parse: oneOf('--service', ['azure', 'fireworks', 'together']),
    },
    { flags: '--unverified', description: 'also take runs whose verification did not pass or fail' },
    splitOption,
    { flags: '--out <file>', description: 'write the pairs here. Default: FILE.pairs.jsonl beside it' },
  ],
  run: async (call, io) => (await import('./pairs/run-pairs.js')).runPairs(call, io),
};
