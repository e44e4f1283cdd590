import { parsePython } from '../../python/index.js';

/** Prints a value as the interactive Python does, and is that value. Monty has no display hook. */
const DISPLAY = '(lambda it: [it, it is None or print(repr(it))][0])';

/**
 * Source whose last expression, where it ends in one, also prints its `repr`. Lines stay where they are. Source that
 * cannot be parsed is left as it is.
 */
export function withDisplay(code: string): string {
  const parsed = parsePython(code);
  if (!parsed.ok) return code;
  const { tree } = parsed;
  const last = tree.module.body.at(-1);
  if (last?.nodeType !== 'Expr') return code;
  const [start, end] = [tree.start(last), tree.end(last)];
  // Two pairs of parentheses: a tuple without its own is one argument.
  return `${code.slice(0, start)}${DISPLAY}((${code.slice(start, end)}))${code.slice(end)}`;
}
