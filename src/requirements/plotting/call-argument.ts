import type { NodeOf, PythonExpression } from '../../python/index.js';

/** The argument of a call at a position or with a keyword; null where it has neither, or arguments are spread. */
export function argumentOf(
  { args, keywords }: NodeOf<'Call'>,
  position: number,
  names: readonly string[],
): PythonExpression | null {
  const keyword = keywords.find(({ arg }) => arg != null && names.includes(arg));
  const before = args.slice(0, position + 1);
  if (before.some(({ nodeType }) => nodeType === 'Starred')) return null;
  return keyword?.value ?? before[position] ?? null;
}
