import { membersOf, methodKind } from '../decorated-methods.js';
import type { Edit } from '../edit.js';
import { type DialectRule, defineRule } from '../rule.js';

/** `@property`, `@staticmethod`, `@classmethod`: the method gets a name that tells its kind, and loses the decorator. */
export const methodDecorator: DialectRule = defineRule({
  id: 'dialect/method-decorator',
  types: ['FunctionDef', 'AsyncFunctionDef'],
  check: (node, context) => {
    const [decorator] = node.decorator_list;
    if (decorator === undefined || !context.inClass(node)) return null;
    const match = {
      node: decorator,
      effect: 'rejected' as const,
      message: 'Monty does not have decorators on methods (property, staticmethod, classmethod)',
      hint: 'use a plain method, or a function outside the class',
    };
    if (node.nodeType !== 'FunctionDef' || !membersOf(context).has(node.name)) return match;
    const kind = methodKind(node, context);
    const at = context.tree.code.lastIndexOf('@', context.tree.start(decorator));
    const defined = context.tree.start(node);
    const name = defined + context.tree.code.slice(defined).search(/\s/);
    const start = context.tree.code.indexOf(node.name, name);
    if (kind === null || at < 0) return match;
    const edits: Edit[] = [
      { start: at, end: context.tree.end(decorator), parts: [''] },
      { start, end: start + node.name.length, parts: [`_mettle_${kind}_${node.name}`] },
    ];
    return {
      ...match,
      repair: { description: 'name the method by its kind', edits, preludes: ['properties'] },
    };
  },
});
