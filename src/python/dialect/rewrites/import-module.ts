import type { NodeOf } from '../../ast/nodes.js';
import { MONTY_MODULES } from '../engine-facts.js';
import { PRELUDE_MODULES, preludeFile, preludeModuleName } from '../prelude-facts.js';
import { type DialectRule, defineRule } from '../rule.js';
import { importIsGuarded, missingModule } from './missing-module.js';

/** `import heapq`: a module that Monty lacks becomes the prelude's module of the same name. */
export const importModule: DialectRule = defineRule({
  id: 'dialect/import-module',
  types: ['Import'],
  check: (node, context) => {
    const bindings = node.names.map(bindingOf);
    if (bindings.every((binding) => binding?.statement.startsWith('import ') === true && !binding.changed))
      return null;
    const missing = node.names[bindings.indexOf(null)];
    if (missing !== undefined) return missingModule(node, missing.name, importIsGuarded(node, context));
    const modules = bindings.flatMap((binding) => (binding?.module === undefined ? [] : [binding.module]));
    return {
      node,
      effect: 'fails',
      message: `Monty does not have ${node.names.map((alias) => alias.name).join(', ')}`,
      hint: 'the names are provided; no change is needed',
      repair: {
        description: 'use the provided modules',
        edits: [
          { ...context.span(node), parts: [bindings.map((binding) => binding?.statement ?? '').join('; ')] },
        ],
        preludes: modules.map(preludeFile),
      },
    };
  },
});

/** The statement that binds what an alias binds, the prelude module it uses, and whether it is another statement. */
interface Binding {
  readonly statement: string;
  readonly changed: boolean;
  readonly module?: string;
}

function bindingOf(alias: NodeOf<'Alias'>): Binding | null {
  const [top = alias.name, member] = alias.name.split('.');
  const provided = PRELUDE_MODULES.has(alias.name);
  if (member === undefined && MONTY_MODULES.has(top)) {
    return {
      statement: `import ${top}${alias.asname === undefined ? '' : ` as ${alias.asname}`}`,
      changed: false,
    };
  }
  if (!provided) return null;
  // `import os.path` binds os; the members of os.path are provided where they are used.
  if (member !== undefined && alias.asname === undefined)
    return { statement: `import ${top}`, changed: true };
  const bound = alias.asname ?? alias.name;
  return { statement: `${bound} = ${preludeModuleName(alias.name)}`, changed: true, module: alias.name };
}
