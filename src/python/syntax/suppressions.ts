import type { PythonTokens } from '../tokens/token.js';

const DIRECTIVE = /noqa|ruff|flake8|isort|pylint|mypy/i;

/**
 * The source with its comments blanked out when any of them could switch a rule off. The length, the lines and all
 * offsets stay; nothing outside comments changes, so a string that reads like a directive keeps its meaning.
 */
export function withoutSuppressions(scan: PythonTokens): string {
  const { source } = scan;
  if (!DIRECTIVE.test(source)) return source;
  const parts: string[] = [];
  let copied = 0;
  for (const token of scan.tokens) {
    if (token.kind !== 'comment') continue;
    parts.push(source.slice(copied, token.start + 1), 'x'.repeat(token.end - token.start - 1));
    copied = token.end;
  }
  parts.push(source.slice(copied));
  return parts.join('');
}
