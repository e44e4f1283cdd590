import type { NodeOf } from '../../ast/nodes.js';
import { usedOnlyInAnnotations } from '../annotations.js';
import type { DialectContext } from '../dialect-context.js';
import { MONTY_MODULES } from '../engine-facts.js';
import { PRELUDE_MODULES, preludeModuleName } from '../prelude-facts.js';
import { type DialectRule, defineRule } from '../rule.js';
import { importIsGuarded, missingModule } from './missing-module.js';

/**
 * `from heapq import heappush`: members that Monty lacks come from the prelude's module; names that only
 * annotations read become None, for Monty evaluates no annotation.
 */
export const importMember: DialectRule = defineRule({
  id: 'dialect/import-member',
  types: ['ImportFrom'],
  check: (node, context) => {
    const module = node.module ?? '';
    if ((node.level ?? 0) > 0 || node.names.some((alias) => alias.name === '*')) return null;
    const sources = node.names.map((alias) => sourceOf(module, alias, context));
    if (sources.every((source) => source === 'native')) return null;
    const missing = node.names.find((_, index) => sources[index] === 'missing');
    if (missing !== undefined) {
      const known = MONTY_MODULES.has(module) || PRELUDE_MODULES.has(module);
      return missingModule(
        node,
        known ? `${module}.${missing.name}` : module,
        importIsGuarded(node, context),
      );
    }
    const native: string[] = [];
    const provided: string[] = [];
    node.names.forEach((alias, index) => {
      const bound = alias.asname ?? alias.name;
      if (sources[index] === 'native')
        native.push(alias.asname === undefined ? alias.name : `${alias.name} as ${bound}`);
      else if (sources[index] === 'annotation') provided.push(`${bound} = None`);
      else provided.push(`${bound} = ${memberPath(module, alias.name)}`);
    });
    const lineEnds =
      context.tree
        .text(node)
        .match(/\r\n|\r|\n/g)
        ?.join('') ?? '';
    const statements =
      native.length > 0 ? [`from ${module} import ${native.join(', ')}`, ...provided] : provided;
    const text = statements.join('; ');
    const at = text.lastIndexOf('= ') + 2;
    const padded = lineEnds === '' ? text : `${text.slice(0, at)}(${text.slice(at)}${lineEnds})`;
    const names = node.names.filter((_, index) => sources[index] !== 'native').map((alias) => alias.name);
    return {
      node,
      effect: 'fails',
      message: `Monty does not have ${names.map((name) => `${module}.${name}`).join(', ')}`,
      hint: 'the names are provided; no change is needed',
      repair: {
        description: `use the provided ${names.join(', ')}`,
        edits: [{ ...context.span(node), parts: [padded] }],
        ...(sources.includes('prelude') ? { preludes: [module.split('.', 1)[0] ?? module] } : {}),
      },
    };
  },
});

function sourceOf(
  module: string,
  alias: NodeOf<'Alias'>,
  context: DialectContext,
): 'native' | 'prelude' | 'annotation' | 'missing' {
  const native = MONTY_MODULES.get(module);
  if (native === null || native?.has(alias.name) === true) return 'native';
  const [top = module, member] = module.split('.');
  if (member === undefined && PRELUDE_MODULES.get(module)?.has(alias.name) === true) return 'prelude';
  if (member !== undefined && PRELUDE_MODULES.get(top)?.has(`${member}.${alias.name}`) === true)
    return 'prelude';
  if (!TYPE_MODULES.has(module)) return 'missing';
  return usedOnlyInAnnotations(alias.asname ?? alias.name, context) ? 'annotation' : 'missing';
}

const TYPE_MODULES: ReadonlySet<string> = new Set([
  'typing',
  'collections.abc',
  'types',
  'typing_extensions',
  'abc',
  'numbers',
]);

function memberPath(module: string, name: string): string {
  const [top = module, ...rest] = module.split('.');
  return [preludeModuleName(top), ...rest, name].join('.');
}
