import type { PythonNode } from '../../ast/nodes.js';
import { words } from '../engine-facts.js';
import { type DialectRule, defineRule } from '../rule.js';
import { isShown } from '../shown-expressions.js';

const TYPE = words('type');
const DISPLAYS = words('Constant JoinedStr List Tuple Dict Set ListComp SetComp DictComp');

/** `print(type(x))`: the names of some classes differ in Monty. The run tells when such a one is shown. */
export const shownType: DialectRule = defineRule({
  id: 'dialect/shown-type',
  types: ['Call'],
  check: (node, context) => {
    const [value, ...more] = node.args;
    if (context.builtinName(node.func, TYPE) === null || value === undefined) return null;
    if (more.length > 0 || node.keywords.length > 0 || isPlain(value) || !isShown(node, context)) return null;
    return {
      node,
      effect: 'may_differ',
      message: "Monty's classes have other names: without their module, and iterators all alike",
      hint: 'show type(x).__name__',
      repair: {
        description: 'tell when the name of the class differs',
        edits: [{ ...context.span(node.func), parts: ['_mettle_type'] }],
        preludes: ['types'],
      },
    };
  },
});

function isPlain(value: PythonNode): boolean {
  return DISPLAYS.has(value.nodeType);
}
