import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { optionTakers } from './option-takers.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Names of options that say how long something may take, or how much of it happens at once. */
const ASKED =
  /time_?out|seconds|millis|duration|deadline|concurren|parallel|simultaneous|at_?once|workers|jobs|threads/i;

/** The one word for each, alone or behind what it is about: `connectTimeoutSeconds`, `toolConcurrency`. */
const WORDS = /^(timeoutSeconds|[a-z]\w*TimeoutSeconds|concurrency|[a-z]\w*Concurrency)$/;

/** Names with other words, by the type that has them, with the reason. */
const OTHERS: Readonly<Record<string, string>> = {
  'Budget.seconds': 'an amount that is used up, beside others',
  'BudgetLimits.seconds': 'an amount that is used up, beside others',
  'CallDetails.firstPieceSeconds': 'what was measured',
  'CreateBudgetOptions.seconds': 'an amount that is used up, beside others',
  'DeepAgentOptions.timeout': "Synalinks' own word for it",
  'MontyEngineOptions.maxWorkers': 'processes, which stay when they run nothing',
  'ProgressUpdate.secondsLeft': 'what is guessed',
  'OpenAIPreference.parallel_tool_calls': "OpenAI's own field",
  'PythonSynthesisOptions.timeout': "Synalinks' own word for it",
  'RepairBudget.seconds': 'an amount that is used up, beside others',
  'RetryOptions.firstWaitSeconds': 'how long is waited for nothing',
  'RetryOptions.longestWaitSeconds': 'how long is waited for nothing',
  'RunRecipeOptions.workers': 'processes, each of which plays several tasks at once',
  'ScriptedFault.retryAfterSeconds': 'what a provider says in Retry-After',
  'TimeBoundOptions.maxSeconds':
    'what is judged: code that takes longer fails, and goes on up to timeoutSeconds',
  'TrainingBudget.seconds': 'an amount that is used up, beside others',
  'TrainingReport.seconds': 'what was measured',
  'TrainingSettings.secondsPerSample':
    'for each run of the program, beside a budget for the training: timeoutSeconds would read as that of all of it',
};

/** `TYPE.NAME` of every option: what public functions take, and what else is optional in a declaration. */
const options = new Set([
  ...optionTakers(root).flatMap(({ type, names }) => names.map((name) => `${type}.${name}`)),
  ...declarations().flatMap((text) =>
    [...text.matchAll(/^(?:export )?(?:declare )?interface (\w+)[^{]*\{\n(.*?)^\}/gms)].flatMap(
      ([, type, body = '']) =>
        [...body.matchAll(/^ +(?:readonly )?(\w+)\?:/gm)].map(([, name]) => `${type}.${name}`),
    ),
  ),
]);
const asked = [...options].filter((option) => ASKED.test(nameIn(option)));

it('says timeoutSeconds and concurrency in every option that is one', () => {
  expect(asked.filter((option) => WORDS.test(nameIn(option))).length).toBeGreaterThan(30);
  const others = asked.filter((option) => !WORDS.test(nameIn(option)) && !Object.hasOwn(OTHERS, option));
  expect(others).toEqual([]);
});

it('has no exception for what is not there', () => {
  expect(Object.keys(OTHERS).filter((option) => !asked.includes(option))).toEqual([]);
});

function declarations(): string[] {
  const dist = join(root, 'dist');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.d.ts')).map((file) => readFileSync(join(dist, file), 'utf8'));
}

function nameIn(option: string): string {
  return option.slice(option.lastIndexOf('.') + 1);
}
