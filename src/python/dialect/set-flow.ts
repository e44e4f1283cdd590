import type { NodeOf, PythonNode } from '../ast/nodes.js';
import type { DialectContext } from './dialect-context.js';
import { words } from './engine-facts.js';
import { perContext } from './per-context.js';

/**
 * Where the sets of a source may go. Names, attributes and functions are told apart by name alone, whatever their
 * scope, and what is put into any list, dict or object may come out of any: more is held possible than happens.
 */
interface SetFlow {
  /** Names that may be sets. */
  readonly names: Set<string>;
  /** Attributes that may be sets. */
  readonly attributes: Set<string>;
  /** Functions and methods that may return sets. */
  readonly functions: Set<string>;
  /** Names of containers that may hold sets. */
  readonly holders: Set<string>;
}

const MAKERS = words('set frozenset');
const SET_METHODS = words('union intersection difference symmetric_difference copy');
const VIEWS = words('keys items');
const READING_METHODS = words('get setdefault pop popleft popitem');

const flowOf = perContext((context): SetFlow => {
  const flow = {
    names: new Set<string>(),
    attributes: new Set<string>(),
    functions: new Set<string>(),
    holders: new Set<string>(),
  };
  if (!makesSets(context)) return flow;
  for (let size = -1, round = 0; size !== total(flow) && round < 10; round++) {
    size = total(flow);
    spread(flow, context);
  }
  return flow;
});

/** Whether an expression may be a set, from anywhere in the source. */
export function mayBeSet(node: PythonNode, context: DialectContext): boolean {
  return isSet(node, flowOf(context), context);
}

/** Whether an expression may be a container that holds sets. */
export function mayHoldSets(node: PythonNode, context: DialectContext): boolean {
  return holdsSets(node, flowOf(context), context);
}

function makesSets(context: DialectContext): boolean {
  const { index } = context.tree;
  if (index.ofType('Set').length > 0 || index.ofType('SetComp').length > 0) return true;
  if (index.ofType('BinOp').some(({ left, right }) => isView(left) || isView(right))) return true;
  return index.ofType('Name').some((node) => MAKERS.has(node.id) && context.isBuiltin(node.id));
}

function total(flow: SetFlow): number {
  return flow.names.size + flow.attributes.size + flow.functions.size + flow.holders.size;
}

function spread(flow: SetFlow, context: DialectContext): void {
  const { index } = context.tree;
  for (const type of ['Assign', 'AnnAssign', 'AugAssign'] as const) {
    for (const node of index.ofType(type)) {
      if (node.value === undefined) continue;
      for (const target of node.nodeType === 'Assign' ? node.targets : [node.target])
        store(target, node.value, flow, context);
    }
  }
  for (const node of index.ofType('NamedExpr')) store(node.target, node.value, flow, context);
  for (const node of index.ofType('Return')) {
    const around = index.enclosing(node, ['FunctionDef', 'AsyncFunctionDef', 'Lambda']);
    if (node.value === undefined || around === undefined || around.nodeType === 'Lambda') continue;
    if (isSet(node.value, flow, context)) flow.functions.add(around.name);
    if (holdsSets(node.value, flow, context)) flow.holders.add(around.name);
  }
  for (const node of index.ofType('Call')) passArguments(node, flow, context);
  for (const type of ['For', 'Comprehension'] as const) {
    for (const node of index.ofType(type)) {
      if (holdsSets(node.iter, flow, context))
        for (const name of targetNames(node.target)) flow.names.add(name);
    }
  }
}

function store(target: PythonNode, value: PythonNode, flow: SetFlow, context: DialectContext): void {
  if (target.nodeType === 'Tuple' || target.nodeType === 'List') {
    const values = value.nodeType === 'Tuple' || value.nodeType === 'List' ? value.elts : [];
    target.elts.forEach((element, at) => {
      const part = values[at];
      if (part !== undefined) store(element, part, flow, context);
    });
    if (holdsSets(value, flow, context)) for (const name of targetNames(target)) flow.names.add(name);
    return;
  }
  if (isSet(value, flow, context)) {
    if (target.nodeType === 'Name') flow.names.add(target.id);
    else if (target.nodeType === 'Attribute') flow.attributes.add(target.attr);
    else if (target.nodeType === 'Subscript') addHolder(target.value, flow);
  }
  if (holdsSets(value, flow, context)) addHolder(target, flow);
}

function addHolder(node: PythonNode, flow: SetFlow): void {
  if (node.nodeType === 'Name') flow.holders.add(node.id);
  else if (node.nodeType === 'Attribute') flow.holders.add(node.attr);
  else if (node.nodeType === 'Subscript') addHolder(node.value, flow);
}

/** Sets among the arguments of a call of the source's own functions, or put into a container by a method. */
function passArguments(node: NodeOf<'Call'>, flow: SetFlow, context: DialectContext): void {
  const passed = [...node.args, ...node.keywords.map((keyword) => keyword.value)];
  const sets = passed.some((argument) => isSet(argument, flow, context));
  const holders = passed.some((argument) => holdsSets(argument, flow, context));
  if (!sets && !holders) return;
  if (node.func.nodeType === 'Attribute' && PUTTING_METHODS.has(node.func.attr) && sets)
    addHolder(node.func.value, flow);
  const name =
    node.func.nodeType === 'Name' ? node.func.id : node.func.nodeType === 'Attribute' ? node.func.attr : '';
  for (const parameter of parametersOf(context).get(name) ?? []) {
    if (sets) flow.names.add(parameter);
    if (holders) flow.holders.add(parameter);
  }
}

const PUTTING_METHODS = words('append insert setdefault put appendleft');

/** The parameters of the functions, methods and classes of the source, by name. */
const parametersOf = perContext((context) => {
  const found = new Map<string, string[]>();
  for (const node of context.tree.index.ofType('FunctionDef')) {
    const around = context.tree.index.parent(node);
    const called = node.name === '__init__' && around?.nodeType === 'ClassDef' ? around.name : node.name;
    const names = [...node.args.posonlyargs, ...node.args.args, ...node.args.kwonlyargs].map(
      (parameter) => parameter.arg,
    );
    found.set(called, [...(found.get(called) ?? []), ...names]);
  }
  return found;
});

function targetNames(target: PythonNode): readonly string[] {
  if (target.nodeType === 'Name') return [target.id];
  if (target.nodeType === 'Starred') return targetNames(target.value);
  return target.nodeType === 'Tuple' || target.nodeType === 'List' ? target.elts.flatMap(targetNames) : [];
}

function isSet(node: PythonNode, flow: SetFlow, context: DialectContext): boolean {
  switch (node.nodeType) {
    case 'Set':
    case 'SetComp':
      return true;
    case 'Name':
      return flow.names.has(node.id);
    case 'Attribute':
      return flow.attributes.has(node.attr);
    case 'IfExp':
      return isSet(node.body, flow, context) || isSet(node.orelse, flow, context);
    case 'BoolOp':
      return node.values.some((value) => isSet(value, flow, context));
    case 'BinOp':
      return (
        ['BitOr', 'BitAnd', 'Sub', 'BitXor'].includes(node.op.nodeType) &&
        [node.left, node.right].some((side) => isView(side) || isSet(side, flow, context))
      );
    case 'Subscript':
      return node.slice.nodeType !== 'Slice' && holdsSets(node.value, flow, context);
    case 'Call':
      return isSetCall(node, flow, context);
    default:
      return false;
  }
}

/** Whether an expression is the keys or items of a dict, which operators make sets of. */
function isView(node: PythonNode): boolean {
  return (
    node.nodeType === 'Call' &&
    node.func.nodeType === 'Attribute' &&
    VIEWS.has(node.func.attr) &&
    node.args.length === 0
  );
}

function isSetCall(node: NodeOf<'Call'>, flow: SetFlow, context: DialectContext): boolean {
  if (node.func.nodeType === 'Name') {
    return flow.functions.has(node.func.id) || context.builtinName(node.func, MAKERS) !== null;
  }
  if (node.func.nodeType !== 'Attribute') return false;
  const { attr, value } = node.func;
  if (flow.functions.has(attr)) return true;
  if (SET_METHODS.has(attr) && isSet(value, flow, context)) return true;
  return READING_METHODS.has(attr) && holdsSets(value, flow, context);
}

function holdsSets(node: PythonNode, flow: SetFlow, context: DialectContext): boolean {
  switch (node.nodeType) {
    case 'Name':
      return flow.holders.has(node.id);
    case 'Attribute':
      return flow.holders.has(node.attr);
    case 'List':
    case 'Tuple':
      return node.elts.some((element) => isSet(element, flow, context) || holdsSets(element, flow, context));
    case 'Dict':
      return node.values.some((value) => isSet(value, flow, context) || holdsSets(value, flow, context));
    case 'ListComp':
    case 'GeneratorExp':
      return isSet(node.elt, flow, context) || holdsSets(node.elt, flow, context);
    case 'DictComp':
      return isSet(node.value, flow, context) || holdsSets(node.value, flow, context);
    case 'Subscript':
      return holdsSets(node.value, flow, context);
    case 'Call': {
      const [first] = node.args;
      if (first?.nodeType === 'Name' && context.builtinName(first, MAKERS) !== null) return true;
      if (node.func.nodeType === 'Name' && flow.holders.has(node.func.id)) return true;
      if (node.func.nodeType === 'Attribute' && flow.holders.has(node.func.attr)) return true;
      return (
        node.func.nodeType === 'Attribute' &&
        HOLDER_METHODS.has(node.func.attr) &&
        holdsSets(node.func.value, flow, context)
      );
    }
    default:
      return false;
  }
}

const HOLDER_METHODS = words('values items copy');
