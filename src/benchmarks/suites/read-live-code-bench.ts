import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { startOf } from '../../core/internal.js';
import type { StdioCase } from '../../requirements/index.js';
import type { AnswerCheck } from '../cases/answer-case.js';
import type { AnswerCase } from '../cases/benchmark-case.js';
import { packedText } from './packed-text.js';
import { pythonLiteral } from './python-literal.js';
import { dataFile, invalid, parsed, type Row, rowsIn, textOf } from './rows-in.js';

/**
 * Reads tasks whose programs read standard input, or whose functions are called, from a file of JSON lines in the form of LiveCodeBench (Jain et al. 2024), or
 * from the folder that holds one: `question_id`, `question_content`, `starter_code`, `public_test_cases`, `private_test_cases`, `metadata`. Tests may be a list, a
 * JSON text, or packed as the data set packs them. Plainer lines will do: `{"id": …, "query": …, "tests": [{"input": …, "output": …}]}`.
 *
 * @throws {MettleError} `benchmarks/invalid_case` for what is no such file, with the line.
 */
export async function readLiveCodeBench(path: string): Promise<readonly AnswerCase[]> {
  const file = await dataFile(path, /\.jsonl(?:\.gz)?$/i, 'file of JSON lines');
  const cases: AnswerCase[] = [];
  for await (const each of rowsIn(file)) cases.push(caseOf(each));
  return cases;
}

interface GivenTest {
  readonly input: string;
  readonly output: string;
  readonly testtype?: string;
}

function caseOf(each: Row): AnswerCase {
  const { row, place } = each;
  const isPlain = row.tests !== undefined;
  const id = isPlain ? textOf(each, 'id') : textOf(each, 'question_id');
  const question = isPlain ? textOf(each, 'query') : textOf(each, 'question_content');
  const tests = isPlain
    ? testsIn(row.tests, place)
    : [...testsIn(row.public_test_cases, place), ...testsIn(row.private_test_cases, place)];
  if (tests.length === 0) throw invalid(`${place} has no tests`);
  const name = functionIn(row.metadata);
  const starter = typeof row.starter_code === 'string' ? row.starter_code.trimEnd() : '';
  const isFunction = tests[0]?.testtype === 'functional';
  if (isFunction && name === null)
    throw invalid(`${place} has tests of a function that metadata doesn't name`);
  return {
    id,
    category: typeof row.difficulty === 'string' ? row.difficulty : 'programs',
    query: isFunction
      ? `${question}\n\nAnswer with Python code in one code block, which begins so:\n\n\`\`\`python\n${starter}\n\`\`\``
      : `${question}\n\nAnswer with a Python program in one code block. It reads standard input and prints the answer to standard output.`,
    check: isFunction ? functionCheck(tests, { name: name ?? '', starter, place }) : programCheck(tests),
    ...(typeof row.reference === 'string' ? { reference: row.reference } : {}),
  };
}

function programCheck(tests: readonly GivenTest[]): AnswerCheck {
  const runs = tests.map(({ input, output }): StdioCase => ({ stdin: input, stdout: output }));
  return { kind: 'program', runs, compare: 'floats' };
}

/** Arguments come as JSON, one a line; so does the result. */
function functionCheck(
  tests: readonly GivenTest[],
  { name, starter, place }: { readonly name: string; readonly starter: string; readonly place: string },
): AnswerCheck {
  if (!/^[A-Za-z_]\w*$/.test(name)) throw invalid(`${place} names no function: ${JSON.stringify(name)}`);
  const called = /^class[ \t]+Solution\b/m.test(starter) ? `Solution().${name}` : name;
  const literal = (text: string): string => {
    const value = pythonLiteral(text);
    if (value === null)
      throw invalid(`${place} has a test that is no JSON: ${JSON.stringify(startOf(text, 60))}`);
    return value;
  };
  const asserts = tests.map(({ input, output }) => {
    const given = input.split('\n').filter((line) => line.trim() !== '');
    return `assert ${called}(${given.map(literal).join(', ')}) == ${literal(output)}\n`;
  });
  return { kind: 'tests', tests: asserts.join(''), before: FUNCTION_IMPORTS };
}

/** What starter code of such tasks may name. */
const FUNCTION_IMPORTS = 'from typing import *\n';

function testsIn(given: Json | undefined, place: string): readonly GivenTest[] {
  if (given === undefined || given === '') return [];
  const value = typeof given === 'string' ? (parsed(given) ?? parsed(packedText(given) ?? '')) : given;
  const isTest = (test: Json): boolean =>
    isJsonObject(test) && typeof test.input === 'string' && typeof test.output === 'string';
  if (!Array.isArray(value) || !(value as readonly Json[]).every(isTest)) {
    throw invalid(`${place} has tests that can't be read: a list of {"input", "output"}`);
  }
  return value as unknown as readonly GivenTest[];
}

function functionIn(metadata: Json | undefined): string | null {
  const value = typeof metadata === 'string' ? parsed(metadata) : (metadata ?? null);
  const name = isJsonObject(value) ? (value as JsonObject).func_name : null;
  return typeof name === 'string' ? name : null;
}
