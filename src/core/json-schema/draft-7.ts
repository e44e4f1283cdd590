import { isJsonObject } from '../json.js';
import { below, type Keyword } from './compile.js';
import { membersOf, namesOf } from './keyword-values.js';

/** `dependencies` of earlier drafts: a list of names, or a schema, for each name. */
const dependencies: Keyword = (value, context) => {
  const { compiler, pointer } = context;
  const rules = membersOf(value, 'dependencies', context).map(([name, rule]) => {
    const schema = Array.isArray(rule) ? { required: namesOf(rule, 'dependencies', context) } : rule;
    return [name, compiler.node(schema, below(pointer, 'dependencies', name))] as const;
  });
  return (found, at, run, seen) => {
    if (!isJsonObject(found)) return true;
    let valid = true;
    run.spend(rules.length >> 2);
    for (const [name, node] of rules) {
      if (Object.hasOwn(found, name) && !run.join(node, found, at, seen)) valid = false;
    }
    return valid;
  };
};

/** What earlier drafts wrote otherwise; lists under `items` are read where `items` is. */
export const draft7Keywords: readonly (readonly [string, Keyword])[] = [['dependencies', dependencies]];
