import type { NodeOf, PythonNode } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import type { RuleMatch } from '../rule.js';

/** The match for a module that neither Monty nor the prelude has. */
export function missingModule(node: PythonNode, module: string, guarded: boolean): RuleMatch {
  return {
    node,
    effect: guarded ? 'may_differ' : 'fails',
    message: `Monty does not have the module ${module}`,
    hint: HINTS.get(module.split('.', 1)[0] ?? module) ?? 'do without it',
  };
}

/** Whether an `except` around the import lets the code go on without the module. */
export function importIsGuarded(node: PythonNode, context: DialectContext): boolean {
  let child: PythonNode = node;
  for (let at = context.tree.index.parent(child); at !== undefined; at = context.tree.index.parent(at)) {
    if (at.nodeType === 'Try' && at.body.some((statement) => statement === child)) {
      if (at.handlers.some(catchesImportError)) return true;
    }
    child = at;
  }
  return false;
}

function catchesImportError(handler: NodeOf<'ExceptHandler'>): boolean {
  if (handler.type === undefined) return true;
  const types = handler.type.nodeType === 'Tuple' ? handler.type.elts : [handler.type];
  return types.some(
    (type) =>
      type.nodeType === 'Name' &&
      ['ImportError', 'ModuleNotFoundError', 'Exception', 'BaseException'].includes(type.id),
  );
}

const HINTS: ReadonlyMap<string, string> = new Map([
  ['time', 'use datetime.datetime.now()'],
  ['copy', 'copy with list(x), dict(x) or a comprehension'],
  ['enum', 'use constants'],
  ['abc', 'use plain classes'],
  ['decimal', 'use integers of the smallest unit'],
  ['io', 'collect text in a list and join it'],
  ['contextlib', 'use a class with __enter__ and __exit__'],
]);
