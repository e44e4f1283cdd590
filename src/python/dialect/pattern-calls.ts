import type { NodeOf, PythonExpression, PythonNode } from '../ast/nodes.js';
import type { DialectContext } from './dialect-context.js';
import { words } from './engine-facts.js';

/** A call of a function of `re` that takes a pattern. */
export interface PatternCall {
  readonly verb: string;
  readonly pattern: PythonExpression;
  readonly flags: PythonExpression | undefined;
}

/** Where each function takes its flags. */
const FLAGS_AT: ReadonlyMap<string, number> = new Map([
  ['compile', 1],
  ['search', 2],
  ['match', 2],
  ['fullmatch', 2],
  ['findall', 2],
  ['finditer', 2],
  ['split', 3],
  ['sub', 4],
  ['subn', 4],
]);

/** What a call hands to `re`; null for any other call, and where the arguments are unpacked. */
export function patternCall(node: NodeOf<'Call'>, context: DialectContext): PatternCall | null {
  const called = context.qualifiedName(node.func);
  if (called?.startsWith('re.') !== true) return null;
  const verb = called.slice(3);
  const flagsAt = FLAGS_AT.get(verb);
  if (flagsAt === undefined || node.args.some((argument) => argument.nodeType === 'Starred')) return null;
  const named = (name: string): PythonExpression | undefined =>
    node.keywords.find((keyword) => keyword.arg === name)?.value;
  const pattern = node.args[0] ?? named('pattern');
  return pattern === undefined ? null : { verb, pattern, flags: node.args[flagsAt] ?? named('flags') };
}

const MULTILINE = words('M MULTILINE');
const HARMLESS = words('I IGNORECASE S DOTALL NOFLAG U UNICODE');

/** Whether `$` means the end of each line, by the flags alone; null where that cannot be told. */
export function isMultiline(flags: PythonExpression | undefined, context: DialectContext): boolean | null {
  if (flags === undefined) return false;
  if (flags.nodeType === 'BinOp' && flags.op.nodeType === 'BitOr') {
    const left = isMultiline(flags.left, context);
    const right = isMultiline(flags.right, context);
    return left === null || right === null ? null : left || right;
  }
  const name = context.qualifiedName(flags)?.replace(/^re\./, '') ?? '';
  if (MULTILINE.has(name)) return true;
  return HARMLESS.has(name) ? false : null;
}

const COUNTING = words('split sub subn findall finditer');

/** The methods that are called on what `re.compile` makes, of those that count empty matches or groups. */
export function compiledVerbs(node: NodeOf<'Call'>, context: DialectContext): ReadonlySet<string> {
  const { index } = context.tree;
  const parent = index.parent(node);
  if (parent?.nodeType === 'Attribute') return new Set([parent.attr].filter((name) => COUNTING.has(name)));
  const name = assignedName(parent);
  const attributes = index.ofType('Attribute').filter(({ attr }) => COUNTING.has(attr));
  const isIts = ({ value }: NodeOf<'Attribute'>): boolean =>
    value.nodeType === 'Name' &&
    (name === null ? context.importedModule(value.id) === null : value.id === name);
  const others = ({ value }: NodeOf<'Attribute'>): boolean => name === null && value.nodeType !== 'Name';
  return new Set(attributes.filter((each) => isIts(each) || others(each)).map(({ attr }) => attr));

  function assignedName(statement: PythonNode | undefined): string | null {
    if (statement?.nodeType !== 'Assign' || statement.targets.length !== 1) return null;
    const [target] = statement.targets;
    if (target?.nodeType !== 'Name') return null;
    const reads = index
      .ofType('Name')
      .filter((each) => each.id === target.id && each.ctx.nodeType === 'Load');
    return reads.every((each) => index.parent(each)?.nodeType === 'Attribute') ? target.id : null;
  }
}
