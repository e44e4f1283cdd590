import type { NodeOf } from '../../ast/nodes.js';
import { usedOnlyInAnnotations } from '../annotations.js';
import type { DialectContext } from '../dialect-context.js';
import { MONTY_MODULES } from '../engine-facts.js';
import { PRELUDE_MODULES, preludeFile, preludeModuleName } from '../prelude-facts.js';
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
        ...(sources.includes('prelude') ? { preludes: preludesOf(module, names) } : {}),
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
  const provided = PRELUDE_MODULES.get(module)?.has(alias.name) === true;
  if (provided && (native === undefined || native?.has(alias.name) === false || alias.name === 'factorial')) {
    return 'prelude';
  }
  if (native === null || native?.has(alias.name) === true) return 'native';
  if (PRELUDE_MODULES.has(`${module}.${alias.name}`)) return 'prelude';
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

/** The expression for a provided member, which may be a module itself: `os.path`. */
function memberPath(module: string, name: string): string {
  const qualified = `${module}.${name}`;
  return PRELUDE_MODULES.has(qualified)
    ? preludeModuleName(qualified)
    : `${preludeModuleName(module)}.${name}`;
}

function preludesOf(module: string, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const qualified = `${module}.${name}`;
    if (PRELUDE_MODULES.has(qualified)) return [preludeFile(qualified)];
    return PRELUDE_MODULES.get(module)?.has(name) === true ? [preludeFile(module)] : [];
  });
}
