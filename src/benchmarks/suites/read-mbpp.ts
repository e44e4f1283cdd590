import { defineOptions, option } from '../../core/index.js';
import type { AnswerCase } from '../cases/benchmark-case.js';
import { dataFile, invalid, rowsIn, textOf, textsOf } from './rows-in.js';

/** What {@link readMbpp} reads. */
export interface ReadMbppOptions {
  /** Tasks 11 to 510 are for tests, as the authors split them. Default `test`. */
  readonly split?: 'test' | 'all';
}

const checkOptions = defineOptions<ReadMbppOptions>()('readMbpp', { split: option.oneOf(['test', 'all']) });

/**
 * Reads MBPP (Austin et al. 2021) from `mbpp.jsonl` or `sanitized-mbpp.json`, or from the folder that holds one of them. The prompt shows the
 * three tests, as in the paper, so that it says what the function is called.
 *
 * @throws {MettleError} `benchmarks/invalid_case` for what is no such file, with the line.
 */
export async function readMbpp(path: string, options: ReadMbppOptions = {}): Promise<readonly AnswerCase[]> {
  const { split = 'test' } = checkOptions(options);
  const file = await dataFile(
    path,
    /^(?:sanitized-)?mbpp.*\.jsonl?(?:\.gz)?$/i,
    'mbpp.jsonl or sanitized-mbpp.json',
  );
  const cases: AnswerCase[] = [];
  for await (const each of rowsIn(file)) {
    const { task_id: id, prompt, text } = each.row;
    if (!Number.isInteger(id)) throw invalid(`${each.place} has no task_id`);
    if (split === 'test' && !(Number(id) >= 11 && Number(id) <= 510)) continue;
    const words = typeof prompt === 'string' ? prompt : typeof text === 'string' ? text : null;
    if (words === null) throw invalid(`${each.place} has neither prompt nor text`);
    const tests = textsOf(each, 'test_list');
    const setup = [
      ...textsOf(each, 'test_imports'),
      ...(typeof each.row.test_setup_code === 'string' ? [each.row.test_setup_code] : []),
    ].filter((code) => code.trim() !== '');
    cases.push({
      id: `MBPP/${id}`,
      category: 'mbpp',
      query: `${words} Answer with Python code in one code block. It has to pass these tests:\n\n\`\`\`python\n${tests.join('\n')}\n\`\`\``,
      check: {
        kind: 'tests',
        tests: `${[...setup, ...tests, ...textsOf(each, 'challenge_test_list')].join('\n')}\n`,
      },
      reference: textOf(each, 'code'),
    });
  }
  return cases;
}
