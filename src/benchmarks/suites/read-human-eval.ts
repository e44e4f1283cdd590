import type { AnswerCase } from '../cases/benchmark-case.js';
import { dataFile, rowsIn, textOf } from './rows-in.js';

/**
 * Reads HumanEval (Chen et al. 2021) from its file `HumanEval.jsonl`, packed or not, or from the folder that holds it. An answer may be the whole
 * function, or go on where the prompt ends.
 *
 * @throws {MettleError} `benchmarks/invalid_case` for what is no such file, with the line.
 */
export async function readHumanEval(path: string): Promise<readonly AnswerCase[]> {
  const file = await dataFile(path, /^HumanEval.*\.jsonl(?:\.gz)?$/i, 'HumanEval.jsonl');
  const cases: AnswerCase[] = [];
  for await (const each of rowsIn(file)) {
    const before = textOf(each, 'prompt');
    const entryPoint = textOf(each, 'entry_point');
    cases.push({
      id: textOf(each, 'task_id'),
      category: 'humaneval',
      query: `Complete this Python function. Answer with the whole function in one code block.\n\n\`\`\`python\n${before.trimEnd()}\n\`\`\``,
      check: {
        kind: 'tests',
        tests: `${textOf(each, 'test')}\ncheck(${entryPoint})\n`,
        before,
        entryPoint,
      },
      ...(typeof each.row.canonical_solution === 'string' ? { reference: each.row.canonical_solution } : {}),
    });
  }
  return cases;
}
