import type { PythonNode } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import { words } from '../engine-facts.js';
import { type DialectRule, defineRule } from '../rule.js';
import { mayBeSet, mayHoldSets } from '../set-flow.js';

/** The order of a set shows: Monty keeps it by insertion, CPython by hashes, which for integers are fixed. */
export const setOrder: DialectRule = defineRule({
  id: 'dialect/set-order',
  types: ['For', 'Comprehension', 'Call', 'FormattedValue', 'Starred', 'Assign'],
  check: (node, context) => {
    const shown = ordered(node, context).find((each) => mayBeSet(each, context)) ?? printed(node, context);
    return shown === undefined
      ? null
      : {
          node: shown,
          effect: 'may_differ',
          message: 'Monty keeps sets in the order of insertion, CPython in the order of hashes',
          hint: 'sort it: sorted(...)',
        };
  },
});

const ORDERED = words('list tuple enumerate print str repr map filter zip next iter');
const ORDERED_BY_KEY = words('sorted min max');
const ORDERED_METHODS = words('join extend format');
const PRINTING = words('print str repr');

/** The expressions whose order a node lets out, if they have one. */
function ordered(node: PythonNode, context: DialectContext): readonly PythonNode[] {
  switch (node.nodeType) {
    case 'For':
      return [node.iter];
    case 'Comprehension': {
      const around = context.tree.index.parent(node);
      const loses = around?.nodeType === 'SetComp' || (around !== undefined && isOrderless(around, context));
      return loses ? [] : [node.iter];
    }
    case 'FormattedValue':
    case 'Starred':
      return [node.value];
    case 'Assign':
      return node.targets.some((target) => target.nodeType === 'Tuple' || target.nodeType === 'List')
        ? [node.value]
        : [];
    case 'Call': {
      if (node.func.nodeType === 'Attribute') {
        if (node.func.attr === 'pop' && node.args.length === 0) return [node.func.value];
        return ORDERED_METHODS.has(node.func.attr) ? node.args : [];
      }
      const name = context.builtinName(node.func, ORDERED);
      if (name !== null) return isOrderless(node, context) ? [] : node.args;
      const keyed = node.keywords.some((keyword) => keyword.arg === 'key');
      return keyed && context.builtinName(node.func, ORDERED_BY_KEY) !== null ? node.args : [];
    }
    default:
      return [];
  }
}

/** A container of sets that a node shows whole. */
function printed(node: PythonNode, context: DialectContext): PythonNode | undefined {
  if (node.nodeType === 'FormattedValue') return mayHoldSets(node.value, context) ? node.value : undefined;
  if (node.nodeType !== 'Call' || context.builtinName(node.func, PRINTING) === null) return undefined;
  return node.args.find((argument) => mayHoldSets(argument, context));
}

const ORDERLESS = words('sorted set frozenset sum min max any all len');

/** Whether what a node makes is used in a way that its order does not matter to. */
function isOrderless(node: PythonNode, context: DialectContext): boolean {
  const call = context.callAround(node);
  return call !== null && call.keywords.length === 0 && context.builtinName(call.func, ORDERLESS) !== null;
}
