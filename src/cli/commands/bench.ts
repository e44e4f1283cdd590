import type { CommandDefinition } from '../command.js';
import { commaList, numberBetween, pathName, seedOption, wholeNumber } from '../parse-option.js';

/** `mettle bench`: a model, a policy or an outside agent, scored on a suite. */
export const benchCommand: CommandDefinition = {
  name: 'bench',
  args: '[suite]',
  summary:
    'score a model, a policy or an outside agent on tasks in worlds, on public benchmarks or on cases of your own',
  example:
    'npx --no mettle bench sql --count 20 --policy oracle\n  npx --no mettle bench bfcl --data bfcl-data --category simple_python --model openai/gpt-5-mini\n  npx --no mettle bench humaneval --data HumanEval.jsonl --model openai/gpt-5-mini --trials 5\n  npx --no mettle bench cases.jsonl --agent "python3 my_agent.py" --trials 3',
  options: [
    {
      flags: '--data <path>',
      description:
        'with bfcl, humaneval, mbpp, livecodebench or arc: where its files are; for bfcl BFCL_v4_CATEGORY.json and possible_answer/',
    },
    {
      flags: '--category <names>',
      description: 'with bfcl: only these categories, comma-separated; default: all that can be scored',
      parse: commaList,
    },
    {
      flags: '--count <n>',
      description:
        'with a world: how many tasks; with other suites: only the first cases. Default: 20 tasks, all cases',
      parse: wholeNumber('--count', 1),
    },
    {
      flags: '--level <n>',
      description: 'with a world: difficulty of the tasks, 1 to 3; default: mixed',
      parse: wholeNumber('--level', 1),
    },
    { flags: '--model <id>', description: 'provider/model; default: the model named in METTLE_MODEL' },
    {
      flags: '--policy <name>',
      description:
        'with a world, without a model: mixed (the oracle and faults), oracle, or one fault such as wrong_filter; with humaneval, mbpp or arc: oracle, the reference answers',
    },
    {
      flags: '--agent <command>',
      description:
        'an agent of your own, which runs with your rights: it gets a line of JSON for each step and answers with one; or the http address of one',
    },
    {
      flags: '--trials <k>',
      description: 'how often each case is tried, with another seed and another world each time',
      default: 1,
      parse: wholeNumber('--trials', 1),
    },
    {
      flags: '--max-steps <n>',
      description: 'limit on tool calls in one task',
      default: 20,
      parse: wholeNumber('--max-steps', 1),
    },
    {
      flags: '--max-calls <n>',
      description: 'limit on calls of the model in all; the run then ends with what was done',
      parse: wholeNumber('--max-calls', 1),
    },
    {
      flags: '--concurrency <n>',
      description: 'trials at once',
      default: 4,
      parse: wholeNumber('--concurrency', 1),
    },
    { flags: '--out <file>', description: 'write the result here. Default: SUITE.bench.json' },
    {
      flags: '--save <file>',
      description: 'write the record of each episode here, as JSON lines',
      parse: pathName('--save', 'file'),
    },
    {
      flags: '--min-score <share>',
      description: 'end with 1 if the score is below this, 0 to 1',
      parse: numberBetween('--min-score', 0, 1),
    },
    {
      flags: '--junit <file>',
      description: 'write JUnit XML here, for CI',
      parse: pathName('--junit', 'file'),
    },
    {
      flags: '--markdown <file>',
      description: 'write a summary with the misses here, in Markdown',
      parse: pathName('--markdown', 'file'),
    },
    { flags: '--resume', description: 'go on where a run with the same options was stopped' },
    seedOption,
  ],
  run: async (call, io) => (await import('./bench/run-bench.js')).runBench(call, io),
};
