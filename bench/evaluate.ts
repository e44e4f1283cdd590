/** Candidate × example evaluations a second: many inputs to one script in one run, on each engine. */
import { createSandbox, type EngineName, sharedEngine } from 'mettle/sandbox';
import {
  type Example,
  makeExamples,
  type Outcome,
  openScriptEvaluator,
  type ScriptEvaluator,
} from 'mettle/training';
import type { BenchSuite, Figure } from './harness.js';

const SECONDS = 3;
const ENGINES: readonly { readonly name: EngineName; readonly claim: number }[] = [
  { name: 'monty', claim: 20_000 },
  { name: 'cpython', claim: 5_000 },
];

const CANDIDATES: readonly { readonly name: string; readonly script: string }[] = [
  { name: 'one expression', script: "def transform(value):\n    return value.split('-')[1]\n" },
  {
    name: 'a helper and a pattern',
    script: [
      'import re',
      '',
      'def words(text):',
      "    return re.findall(r'[a-z]+', text)",
      '',
      'def transform(value):',
      '    """The second word."""',
      '    found = words(value)',
      '    return found[1] if len(found) > 1 else found[0]',
      '',
    ].join('\n'),
  },
  {
    name: 'a list that it keeps',
    script: [
      'seen = []',
      '',
      'def transform(value):',
      '    seen.append(value)',
      "    return value.split('-')[1] if len(seen) == 1 else None",
      '',
    ].join('\n'),
  },
];

function examplesOf(count: number): readonly Example[] {
  return makeExamples(
    Array.from({ length: count }, (_item, index) => {
      const word = 'abcdefgh'.repeat(1 + (index % 3)).slice(index % 8);
      return { input: `a${'b'.repeat(index % 5)}-${word}-${index}`, output: word };
    }),
  );
}

async function rate(
  evaluator: ScriptEvaluator,
  script: string,
  examples: readonly Example[],
): Promise<Figure['value']> {
  const isRight = ({ reward }: Outcome): boolean => reward === 1;
  if (!(await evaluator.evaluate({ script, examples })).every(isRight)) {
    throw new Error(`wrong results: ${script}`);
  }
  const start = performance.now();
  let candidates = 0;
  for (; performance.now() - start < SECONDS * 1_000; candidates++) {
    await evaluator.evaluate({ script: `${script}# ${candidates}\n`, examples });
  }
  return (candidates * examples.length) / ((performance.now() - start) / 1_000);
}

async function measure(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { name, claim } of ENGINES) {
    const { available, reason } = await sharedEngine(name).probe();
    if (!available) {
      process.stderr.write(`evaluate: ${name} skipped: ${reason}\n`);
      continue;
    }
    await using sandbox = await createSandbox({ engine: name });
    await using evaluator = await openScriptEvaluator({ sandbox });
    for (const candidate of CANDIDATES) {
      for (const count of [10, 50, 100, 1_000]) {
        figures.push({
          name: `${name}, ${candidate.name}, ${count} examples a candidate`,
          value: await rate(evaluator, candidate.script, examplesOf(count)),
          unit: 'evaluations/s',
          // A confined run costs as much as the evaluation of some ten examples.
          ...(name === 'cpython' && count < 50 ? {} : { claim: `≥ ${claim}` }),
        });
      }
    }
  }
  return figures;
}

/** How fast scripts are evaluated on their examples. */
export const suite: BenchSuite = { name: 'evaluate', figures: measure };
