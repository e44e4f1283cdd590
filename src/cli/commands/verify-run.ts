import type { CommandDefinition } from '../command.js';
import { numberBetween, wholeNumber } from '../parse-option.js';

/** `mettle verify-run`: a result of `bench`, made again and compared. */
export const verifyRunCommand: CommandDefinition = {
  name: 'verify-run',
  args: '<result> [suite]',
  summary: 'make a result of bench again with the same cases, seeds and settings, and compare trial by trial',
  example:
    'npx --no mettle verify-run sql.bench.json\n  npx --no mettle verify-run mine.json cases.jsonl --agent "python3 my_agent.py" --tolerance 0.05',
  options: [
    { flags: '--data <path>', description: 'where the files of a public benchmark are, as for bench' },
    {
      flags: '--model <id>',
      description: 'the model of the result, if it is of one: its calls may cost money',
    },
    { flags: '--agent <command>', description: 'the agent of the result, if it is of one' },
    {
      flags: '--tolerance <share>',
      description: 'how far the score may be off, 0 to 1; 0: every trial must come out as it did',
      default: 0,
      parse: numberBetween('--tolerance', 0, 1),
    },
    {
      flags: '--concurrency <n>',
      description: 'trials at once',
      default: 4,
      parse: wholeNumber('--concurrency', 1),
    },
    { flags: '--out <file>', description: 'keep the new result here. Default: nowhere' },
  ],
  run: async (call, io) => (await import('./bench/verify-run.js')).verifyRun(call, io),
};
