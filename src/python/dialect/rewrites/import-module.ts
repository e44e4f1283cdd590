import type { NodeOf } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import { MONTY_MODULES } from '../engine-facts.js';
import { PRELUDE_MODULES, preludeModuleName } from '../prelude-facts.js';
import { type DialectRule, defineRule, type RuleMatch } from '../rule.js';
import { importIsGuarded, missingModule } from './missing-module.js';

/** `import heapq`: a module that Monty lacks becomes the prelude's module of the same name. */
export const importModule: DialectRule = defineRule({
  id: 'dialect/import-module',
  types: ['Import'],
  check: (node, context) => {
    const needs = node.names.map((alias) => needOf(alias, context));
    if (needs.every((need) => need === 'native')) return null;
    const missing = node.names.find((_, index) => needs[index] === 'missing');
    if (missing !== undefined) return missingModule(node, missing.name, importIsGuarded(node, context));
    const statements = node.names.map((alias, index) => {
      if (needs[index] === 'native')
        return `import ${alias.name}${alias.asname === undefined ? '' : ` as ${alias.asname}`}`;
      const [top = alias.name, ...rest] = alias.name.split('.');
      const module = preludeModuleName(top);
      return alias.asname === undefined
        ? `${top} = ${module}`
        : `${alias.asname} = ${[module, ...rest].join('.')}`;
    });
    const modules = node.names.flatMap((alias, index) =>
      needs[index] === 'prelude' ? [alias.name.split('.', 1)[0] ?? alias.name] : [],
    );
    const match: RuleMatch = {
      node,
      effect: 'fails',
      message: `Monty does not have the whole of ${modules.join(', ')}`,
      hint: 'the names are provided; no change is needed',
      repair: {
        description: `use the provided ${modules.join(', ')}`,
        edits: [{ ...context.span(node), parts: [statements.join('; ')] }],
        preludes: modules,
      },
    };
    return match;
  },
});

function needOf(alias: NodeOf<'Alias'>, context: DialectContext): 'native' | 'prelude' | 'missing' {
  const [top = alias.name, member] = alias.name.split('.');
  const provided = PRELUDE_MODULES.get(top);
  if (member !== undefined) return provided?.has(member) === true ? 'prelude' : 'missing';
  if (!MONTY_MODULES.has(top)) return provided === undefined ? 'missing' : 'prelude';
  if (provided === undefined) return 'native';
  const native = MONTY_MODULES.get(top);
  const bound = alias.asname ?? top;
  const used = context.tree.index
    .ofType('Attribute')
    .some(
      (node) =>
        node.value.nodeType === 'Name' &&
        node.value.id === bound &&
        provided.has(node.attr) &&
        native?.has(node.attr) !== true,
    );
  return used ? 'prelude' : 'native';
}
