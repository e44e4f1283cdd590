import type { NodeOf, PythonExpression } from '../../python/index.js';
import { argumentsFor } from './arguments.js';
import type { ProgramNames } from './names.js';
import type { Reach } from './reach.js';

/** Functions that give back the path that they're given. */
const WRAPPERS = /^(?:pathlib\.)?(?:Pure)?(?:Posix)?Path$|^str$|^os\.fspath$/;
const MAX_DEPTH = 12;

/**
 * The texts that an expression certainly is, one for each call that hands it in and surely runs: a literal, a name that's bound once, a
 * `Path(…)` or `str(…)` of one, an f-string, sum or joined path of such, or a parameter. Null stands for a text that can't be
 * read off the source.
 */
export function textsOf(
  expression: PythonExpression | null,
  names: ProgramNames,
  reach: Reach,
  depth = 0,
): readonly (string | null)[] {
  if (expression === null || depth > MAX_DEPTH) return [null];
  const inner = (node: PythonExpression): readonly (string | null)[] =>
    textsOf(node, names, reach, depth + 1);
  const literal = expression.nodeType === 'Constant' ? (expression.value as unknown) : null;
  if (typeof literal === 'string' && !isBytes(expression)) return [literal];
  switch (expression.nodeType) {
    case 'Name': {
      const only = names.only(expression);
      if (only?.kind === 'value' && !only.isPart) return inner(only.value);
      if (only?.kind !== 'parameter') return [null];
      const given = (argumentsFor(only.node, names) ?? [])
        .map(({ call, value }) => ({ value, reached: reach.of(call) }))
        .filter(({ reached }) => reached !== 'never');
      const texts = given.flatMap(({ value, reached }) => (reached === 'surely' ? inner(value) : [null]));
      return texts.length === 0 ? [null] : [...new Set(texts)];
    }
    case 'Call':
      return joinedPath(expression, names, inner);
    case 'BinOp': {
      const separator = expression.op.nodeType === 'Div' ? '/' : expression.op.nodeType === 'Add' ? '' : null;
      return separator === null ? [null] : joined([expression.left, expression.right], separator, inner);
    }
    case 'JoinedStr':
      return joined(expression.values, '', inner);
    case 'FormattedValue':
      return expression.conversion === -1 && expression.format_spec == null
        ? inner(expression.value)
        : [null];
    default:
      return [null];
  }
}

function joinedPath(
  { func, args, keywords }: NodeOf<'Call'>,
  names: ProgramNames,
  inner: (node: PythonExpression) => readonly (string | null)[],
): readonly (string | null)[] {
  const path = names.pathOf(func) ?? '';
  const isOwn = func.nodeType === 'Name' && names.at(func).some(({ kind }) => kind !== 'import');
  const isJoin = path === 'os.path.join' || (WRAPPERS.test(path) && !isOwn);
  if (!isJoin || keywords.length > 0 || args.length === 0) return [null];
  return joined(args, '/', inner);
}

/** The one text of several parts; null where a part isn't certain, or may be several texts. */
function joined(
  parts: readonly PythonExpression[],
  separator: string,
  inner: (node: PythonExpression) => readonly (string | null)[],
): readonly (string | null)[] {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return inner(first);
  const texts = parts.map((part) => inner(part));
  if (texts.some((each) => each.length !== 1 || each[0] === null)) return [null];
  return [texts.map(([text]) => text).join(separator)];
}

function isBytes(node: PythonExpression): boolean {
  return node.nodeType === 'Constant' && /b/i.test(node.quote_style ?? '');
}
