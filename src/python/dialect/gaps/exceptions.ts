import { numberValue, type PythonNode } from '../../ast/nodes.js';
import { EXCEPTIONS } from '../engine-facts.js';
import { countUses } from '../name-uses.js';
import { type DialectRule, defineRule } from '../rule.js';

/** What Monty cannot do with exceptions. */
export const exceptionRules: readonly DialectRule[] = [
  defineRule({
    id: 'dialect/exception-arguments',
    types: ['Call'],
    check: (node, context) => {
      const name = context.builtinName(node.func, EXCEPTIONS);
      if (name === null) return null;
      const [first] = node.args;
      const several = node.args.length > 1 || node.keywords.length > 0 || first?.nodeType === 'Starred';
      if (!several && (first === undefined || mayBeText(first))) return null;
      return {
        node,
        effect: 'fails',
        message: `Monty makes ${name} from one text or nothing; other arguments end the run, past any except clause`,
        hint: `put everything into one text: ${name}(f"...")`,
      };
    },
  }),
  defineRule({
    id: 'dialect/key-error-text',
    types: ['ExceptHandler'],
    check: (node, context) => {
      if (node.name === undefined || !catchesKeyError(node.type)) return null;
      const used = countUses(node.name, context.span(node), context) > 0;
      return used
        ? {
            node,
            effect: 'may_differ',
            message: "Monty turns the key of a KeyError into text: 5 shows as '5'",
            hint: 'use the key itself instead of the exception',
          }
        : null;
    },
  }),
];

function mayBeText(node: PythonNode): boolean {
  switch (node.nodeType) {
    case 'Constant': {
      const value: unknown = node.value;
      return typeof value === 'string' && numberValue(node) === null;
    }
    case 'List':
    case 'Tuple':
    case 'Dict':
    case 'Set':
    case 'Compare':
    case 'Lambda':
      return false;
    default:
      return true;
  }
}

function catchesKeyError(type: PythonNode | undefined): boolean {
  if (type === undefined) return false;
  const names = type.nodeType === 'Tuple' ? type.elts : [type];
  return names.some(
    (name) => name.nodeType === 'Name' && (name.id === 'KeyError' || name.id === 'LookupError'),
  );
}
