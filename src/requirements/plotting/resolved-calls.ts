import type { NodeOf, PythonExpression } from '../../python/index.js';
import { importedNames, type PythonTree, stringValue } from '../../python/internal.js';
import type { Artefact } from '../artefact.js';

/** A call in the source, its callee with import aliases resolved. */
export interface ResolvedCall {
  /** `matplotlib.use`, whatever `matplotlib` is called in the code; `.savefig` where what is before is no name. */
  readonly path: string;
  readonly node: NodeOf<'Call'>;
}

/** Every call in the tree of an artefact's code by a name or a dotted name. */
export function resolvedCalls(artefact: Artefact, tree: PythonTree): readonly ResolvedCall[] {
  const names = importedNames(artefact.facts?.imports ?? []);
  return tree.index.ofType('Call').map((node) => ({ path: pathOf(node.func, names), node }));
}

function pathOf(callee: PythonExpression, names: ReadonlyMap<string, string>): string {
  const words: string[] = [];
  let at: PythonExpression = callee;
  while (at.nodeType === 'Attribute') {
    words.unshift(at.attr);
    at = at.value;
  }
  if (at.nodeType !== 'Name') return `.${words.join('.')}`;
  return [names.get(at.id) ?? at.id, ...words].join('.');
}

/** The argument at a position or with a keyword; null where the call has neither. */
export function argumentOf(
  { node }: ResolvedCall,
  position: number,
  keywords: readonly string[],
): PythonExpression | null {
  const keyword = node.keywords.find(({ arg }) => arg != null && keywords.includes(arg));
  return keyword?.value ?? node.args[position] ?? null;
}

/**
 * The text that an expression certainly is: a string literal, a name that is bound once, to such a text, or a
 * `Path(…)` or `str(…)` of one. Null where that cannot be read off the source.
 */
export function certainText(expression: PythonExpression | null, tree: PythonTree, depth = 0): string | null {
  if (expression === null || depth > 4) return null;
  const literal = stringValue(expression);
  if (literal !== null) return literal;
  if (expression.nodeType === 'Call' && expression.args.length === 1) {
    const { func } = expression;
    const name = func.nodeType === 'Name' ? func.id : func.nodeType === 'Attribute' ? func.attr : '';
    const isWrapper = ['Path', 'PurePath', 'PosixPath', 'str', 'fspath'].includes(name);
    return isWrapper ? certainText(expression.args[0] ?? null, tree, depth + 1) : null;
  }
  if (expression.nodeType !== 'Name') return null;
  const stores = tree.index
    .ofType('Name')
    .filter(({ id, ctx }) => id === expression.id && ctx.nodeType === 'Store');
  const parent = stores.length === 1 && stores[0] !== undefined ? tree.index.parent(stores[0]) : undefined;
  return parent?.nodeType === 'Assign' && parent.targets.length === 1
    ? certainText(parent.value, tree, depth + 1)
    : null;
}
