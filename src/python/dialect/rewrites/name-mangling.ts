import type { NodeOf } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import { type DialectRule, defineRule } from '../rule.js';

/** `self.__x` in class `C` means `self._C__x`: Monty leaves the name as it is, so that it is not private. */
export const nameMangling: DialectRule = defineRule({
  id: 'dialect/private-name',
  types: ['Attribute', 'FunctionDef', 'Name', 'Arg', 'Keyword'],
  check: (node, context) => {
    const name = nameIn(node);
    if (!name.startsWith('__') || name.endsWith('__')) return null;
    const around = context.tree.index.enclosing(node, ['ClassDef']);
    const mangled = around === undefined ? name : mangle(around, name);
    if (mangled === name) return null;
    const end = nameEnd(node, context);
    return {
      node,
      effect: 'may_differ',
      message: `Monty does not keep ${name} private to its class`,
      hint: `use one underscore, or write ${mangled}`,
      repair: {
        description: `write ${mangled}`,
        edits: [{ start: end - name.length, end, parts: [mangled] }],
      },
    };
  },
});

function mangle(around: NodeOf<'ClassDef'>, name: string): string {
  const owner = around.name.replace(/^_+/, '');
  return owner === '' ? name : `_${owner}${name}`;
}

function nameIn(node: NodeOf<'Attribute' | 'FunctionDef' | 'Name' | 'Arg' | 'Keyword'>): string {
  switch (node.nodeType) {
    case 'Attribute':
      return node.attr;
    case 'FunctionDef':
      return node.name;
    case 'Name':
      return node.id;
    default:
      return node.arg ?? '';
  }
}

/** Where the name that a node carries ends. */
function nameEnd(
  node: NodeOf<'Attribute' | 'FunctionDef' | 'Name' | 'Arg' | 'Keyword'>,
  context: DialectContext,
): number {
  if (node.nodeType === 'Attribute') return context.tree.end(node);
  const start = context.tree.start(node);
  return context.tree.code.indexOf(nameIn(node), start) + nameIn(node).length;
}
