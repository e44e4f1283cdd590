import type { NodeOf, PythonNode } from '../../ast/nodes.js';
import { type DialectRule, defineRule, type RuleMatch } from '../rule.js';

/** Whole statements and expressions that Monty's parser refuses. */
export const syntaxRules: readonly DialectRule[] = [
  rejected('yield', ['Yield', 'YieldFrom'], 'generators (yield)', 'build a list and return it'),
  rejected('match', ['Match'], 'match statements', 'use if and elif'),
  rejected('except-star', ['TryStar'], 'except* clauses', 'use plain except clauses'),
  rejected('async-for', ['AsyncFor'], 'async for', 'await the items in a plain loop'),
  rejected('async-with', ['AsyncWith'], 'async with', 'use try and finally with awaits'),
  rejected(
    'type-statement',
    ['TypeAlias'],
    'type statements',
    'leave the alias out or write the type in full',
  ),
  rejected('template-string', ['TemplateStr'], 'template strings', 'use an f-string'),
  defineRule({
    id: 'dialect/wildcard-import',
    types: ['ImportFrom'],
    check: (node) =>
      node.names.some((alias) => alias.name === '*')
        ? match(node, 'wildcard imports', 'import the names that are used')
        : null,
  }),
  defineRule({
    id: 'dialect/complex-number',
    types: ['Constant'],
    check: (node) => {
      const value: unknown = node.value;
      return typeof value === 'object' && value !== null && 'imag' in value
        ? match(node, 'complex numbers', 'keep real and imaginary part apart')
        : null;
    },
  }),
  defineRule({
    id: 'dialect/asynchronous-comprehension',
    types: ['Comprehension'],
    check: (node) =>
      node.is_async === 1 ? match(node, 'async comprehensions', 'await the items in a plain loop') : null,
  }),
  defineRule({
    id: 'dialect/loop-target',
    types: ['For', 'Comprehension', 'WithItem'],
    check: (node) => {
      const target = node.nodeType === 'WithItem' ? node.optional_vars : node.target;
      return target !== undefined && !namesOnly(target)
        ? match(target, 'subscripts and attributes as loop targets', 'use a name and assign from it')
        : null;
    },
  }),
  defineRule({
    id: 'dialect/type-parameters',
    types: ['FunctionDef', 'AsyncFunctionDef', 'ClassDef'],
    check: (node) =>
      node.type_params.length > 0 ? match(node, 'type parameters', 'leave the type parameters out') : null,
  }),
];

function rejected(
  name: string,
  types: readonly PythonNode['nodeType'][],
  what: string,
  hint: string,
): DialectRule {
  return defineRule({ id: `dialect/${name}`, types, check: (node) => match(node, what, hint) });
}

function match(node: PythonNode, what: string, hint: string): RuleMatch {
  return { node, effect: 'rejected', message: `Monty does not have ${what}`, hint };
}

function namesOnly(target: PythonNode): boolean {
  const pending: PythonNode[] = [target];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.nodeType === 'Tuple' || node.nodeType === 'List')
      pending.push(...(node as NodeOf<'Tuple'>).elts);
    else if (node.nodeType === 'Starred') pending.push(node.value);
    else if (node.nodeType !== 'Name') return false;
  }
  return true;
}
