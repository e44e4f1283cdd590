import { extractPythonCode, findDefinitions } from '../../python/index.js';
import type { TestsCheck } from '../cases/answer-case.js';

/** The code of an answer: that of its code blocks, or the whole text where it has none. Empty where there is no code. */
export function codeIn(answer: string): string {
  return /^ {0,3}(?:```|~~~)/m.test(answer) ? extractPythonCode(answer).code : answer;
}

/**
 * The program that is tested. An answer that defines the function comes after `before` and replaces what is begun there; any other goes on where
 * `before` ends, as completions of HumanEval do.
 */
export function programOf(
  answer: string,
  { before, entryPoint }: Pick<TestsCheck, 'before' | 'entryPoint'>,
): string {
  const code = codeIn(answer);
  if (before === undefined || code.trim() === '') return code;
  return entryPoint === undefined || defines(code, entryPoint) ? `${before}\n\n${code}` : `${before}${code}`;
}

function defines(code: string, name: string): boolean {
  return (
    findDefinitions(code).some(({ path }) => path === name) ||
    code.split('\n').some((line) => line.startsWith(name) && /^[ \t]*=(?!=)/.test(line.slice(name.length)))
  );
}
