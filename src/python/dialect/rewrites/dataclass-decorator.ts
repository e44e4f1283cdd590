import { descendants } from '../../ast/node-index.js';
import type { NodeOf, PythonStatement } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import { words } from '../engine-facts.js';
import { type DialectRule, defineRule } from '../rule.js';

/** A dataclass with fields from factories, `__post_init__`, or `asdict`: the prelude's decorator gets the names. */
export const dataclassDecorator: DialectRule = defineRule({
  id: 'dialect/dataclass',
  types: ['ClassDef'],
  check: (node, context) => {
    const decorator = node.decorator_list.find((each) => isDataclass(each, context));
    if (decorator === undefined) return null;
    const options = decorator.nodeType === 'Call' ? decorator.keywords : [];
    const needsMore = options.some(
      (option) => option.arg !== 'frozen' && option.arg !== 'eq' && option.arg !== 'repr',
    );
    if (!needsMore && !needsPrelude(node, context)) return null;
    const match = {
      node,
      effect: 'rejected' as const,
      message: "Monty's dataclasses have no field(), no __post_init__, no order and no asdict",
      hint: 'use a plain class with __init__',
    };
    const names = fieldNames(node);
    if (names === null || options.length > 0 || node.bases.length > 0 || node.decorator_list.length > 1)
      return match;
    if (context.bindings.has('is_dataclass')) return match;
    const own = node.body.flatMap((statement) =>
      statement.nodeType === 'FunctionDef' && OWN_METHODS.has(statement.name) ? [`'${statement.name}'`] : [],
    );
    const listed = names.map((name) => `'${name}'`);
    if (own.length > 0) listed.push(`own=(${own.join(', ')},)`);
    return {
      ...match,
      repair: {
        description: 'use the provided decorator',
        edits: [{ ...context.span(decorator), parts: [`_mettle_dataclass(${listed.join(', ')})`] }],
        preludes: ['copy', 'dataclasses'],
      },
    };
  },
});

const OWN_METHODS = words('__init__ __repr__ __eq__ __hash__');
const HELPERS = words('dataclasses.field dataclasses.asdict dataclasses.astuple dataclasses.replace');

function isDataclass(node: NodeOf<'ClassDef'>['decorator_list'][number], context: DialectContext): boolean {
  const called = node.nodeType === 'Call' ? node.func : node;
  return context.qualifiedName(called) === 'dataclasses.dataclass';
}

function needsPrelude(node: NodeOf<'ClassDef'>, context: DialectContext): boolean {
  if (
    node.body.some((statement) => statement.nodeType === 'FunctionDef' && statement.name === '__post_init__')
  ) {
    return true;
  }
  return context.tree.index
    .ofType('Call')
    .some((call) => HELPERS.has(context.qualifiedName(call.func) ?? ''));
}

/** The names of the fields in order; null where a field is of a kind that only CPython knows. */
function fieldNames(node: NodeOf<'ClassDef'>): readonly string[] | null {
  const names: string[] = [];
  for (const statement of node.body) {
    if (statement.nodeType !== 'AnnAssign' || statement.target.nodeType !== 'Name') continue;
    const words = annotationWords(statement);
    if (words.has('InitVar') || words.has('KW_ONLY')) return null;
    if (!words.has('ClassVar')) names.push(statement.target.id);
  }
  return names;
}

function annotationWords(
  statement: Extract<PythonStatement, { nodeType: 'AnnAssign' }>,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const part of descendants(statement.annotation)) {
    if (part.nodeType === 'Name') found.add(part.id);
    if (part.nodeType === 'Attribute') found.add(part.attr);
    const value: unknown = part.nodeType === 'Constant' ? part.value : null;
    if (typeof value === 'string') for (const word of value.split(/\W+/)) found.add(word);
  }
  return found;
}
