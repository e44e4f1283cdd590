import { isStringLiteral, type PythonNode, type PythonStatement } from '../../ast/nodes.js';
import { IGNORED_SPECIAL_METHODS, SUPPORTED_SPECIAL_METHODS } from '../engine-facts.js';
import { type DialectRule, defineRule } from '../rule.js';

/** What classes cannot have in Monty. */
export const classRules: readonly DialectRule[] = [
  defineRule({
    id: 'dialect/inheritance',
    types: ['ClassDef'],
    check: (node, context) => {
      const [base] = node.bases;
      const plain =
        node.keywords.length === 0 &&
        (base === undefined ||
          (node.bases.length === 1 && context.builtinName(base, new Set(['object'])) !== null));
      return plain
        ? null
        : {
            node,
            effect: 'rejected',
            message: 'Monty does not have class inheritance, metaclasses or exception classes of your own',
            hint: 'use one plain class, composition, and the builtin exceptions',
          };
    },
  }),
  defineRule({
    id: 'dialect/class-body',
    types: ['ClassDef'],
    check: (node) =>
      node.body
        .filter((statement) => !allowedInClass(statement))
        .map((statement) => ({
          node: statement,
          effect: 'rejected' as const,
          message: 'Monty allows only methods and simple variables in a class body',
          hint: 'move it out of the class',
        })),
  }),
  defineRule({
    id: 'dialect/special-method',
    types: ['FunctionDef'],
    check: (node, context) => {
      if (!context.inClass(node) || !/^__\w+__$/.test(node.name)) return null;
      if (SUPPORTED_SPECIAL_METHODS.has(node.name) || node.name === '__post_init__') return null;
      const ignored = IGNORED_SPECIAL_METHODS.has(node.name);
      return {
        node,
        effect: ignored ? 'may_differ' : 'fails',
        message: ignored
          ? `Monty ignores ${node.name}: the class behaves as if it were not there`
          : `Monty does not call ${node.name}`,
        hint: 'use a method with a plain name and call it',
      };
    },
  }),
];

function allowedInClass(statement: PythonStatement): boolean {
  switch (statement.nodeType) {
    case 'FunctionDef':
    case 'AsyncFunctionDef':
    case 'Pass':
      return true;
    case 'Expr':
      return isStringLiteral(statement.value) || isEllipsis(statement.value);
    case 'Assign':
      return statement.targets.length === 1 && statement.targets[0]?.nodeType === 'Name';
    case 'AnnAssign':
      return statement.target.nodeType === 'Name';
    default:
      return false;
  }
}

function isEllipsis(node: PythonNode): boolean {
  if (node.nodeType !== 'Constant') return false;
  const value: unknown = node.value;
  return value === '...' && !isStringLiteral(node);
}
