import { isJsonObject } from '../json.js';
import { counted } from '../text/counted.js';
import { patternOf } from './assertions.js';
import { below, type Keyword } from './compile.js';
import { countOf, listOf, membersOf, namesOf } from './keyword-values.js';
import { listed, shown } from './problem.js';
import type { Check } from './run.js';

const properties: Keyword = (value, { compiler, pointer, ...context }) => {
  const nodes = membersOf(value, 'properties', { compiler, pointer, ...context }).map(
    ([name, schema]) => [name, compiler.node(schema, below(pointer, 'properties', name))] as const,
  );
  return (found, at, run, seen) => {
    if (!isJsonObject(found)) return true;
    let valid = true;
    run.spend(nodes.length >> 2);
    for (const [name, node] of nodes) {
      if (!Object.hasOwn(found, name)) continue;
      seen?.names.add(name);
      if (!run.apply(node, found[name], { above: at, key: name }, run.fresh())) valid = false;
      if (!valid && !run.explains) return false;
    }
    return valid;
  };
};

const patternProperties: Keyword = (value, context) => {
  const rules = membersOf(value, 'patternProperties', context).flatMap(([source, schema]) => {
    const node = context.compiler.node(schema, below(context.pointer, 'patternProperties', source));
    const matches = patternOf(source, context);
    return matches === null ? [] : [{ matches, node }];
  });
  return (found, at, run, seen) => {
    if (!isJsonObject(found)) return true;
    let valid = true;
    for (const name of run.namesIn(found)) {
      for (const { matches, node } of rules) {
        if (!matches(name, run)) continue;
        seen?.names.add(name);
        if (!run.apply(node, found[name], { above: at, key: name }, run.fresh())) valid = false;
        if (!valid && !run.explains) return false;
      }
    }
    return valid;
  };
};

const additionalProperties: Keyword = (value, context) => {
  const { compiler, schema, pointer } = context;
  const node = compiler.node(value, below(pointer, 'additionalProperties'));
  const known = isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
  const names = new Set(known);
  const patterns = isJsonObject(schema.patternProperties)
    ? Object.keys(schema.patternProperties).map((source) => patternOf(source, context))
    : [];
  // Where a pattern of names can't be checked, no name can be said to match none.
  if (patterns.includes(null)) return null;
  const words =
    known.length === 0 ? 'is not allowed here' : `is not allowed here; known are ${listed(known)}`;
  return (found, at, run, seen) => {
    if (!isJsonObject(found)) return true;
    let valid = true;
    for (const name of run.namesIn(found)) {
      run.spend(1);
      if (names.has(name) || patterns.some((matches) => matches?.(name, run))) continue;
      seen?.names.add(name);
      const place = { above: at, key: name };
      if (value === false) valid = run.report(place, 'additionalProperties', () => words);
      else if (!run.apply(node, found[name], place, run.fresh())) valid = false;
      if (!valid && !run.explains) return false;
    }
    return valid;
  };
};

const propertyNames: Keyword = (value, { compiler, pointer }) => {
  const node = compiler.node(value, below(pointer, 'propertyNames'));
  return (found, at, run) => {
    if (!isJsonObject(found)) return true;
    let valid = true;
    for (const name of run.namesIn(found)) {
      if (run.fits(node, name, null)) continue;
      const [problem] = run.explains ? run.problemsOf(node, name, at) : [];
      const why = (): string => problem?.message() ?? 'is not allowed';
      valid = run.report(
        { above: at, key: name },
        'propertyNames',
        () => `has a name that is not allowed: it ${why()}`,
      );
    }
    return valid;
  };
};

const dependentRequired: Keyword = (value, context) => {
  const rules = membersOf(value, 'dependentRequired', context).map(
    ([name, needs]) => [name, namesOf(needs, 'dependentRequired', context)] as const,
  );
  return (found, at, run) => {
    if (!isJsonObject(found)) return true;
    let valid = true;
    run.spend(rules.length >> 2);
    for (const [name, needs] of rules) {
      if (!Object.hasOwn(found, name)) continue;
      run.spend(needs.length);
      const missing = needs.filter((need) => !Object.hasOwn(found, need));
      if (missing.length === 0) continue;
      valid = run.report(
        at,
        'dependentRequired',
        () => `with ${shown(name)} it also needs ${listed(missing)}`,
      );
    }
    return valid;
  };
};

/** A check of the items of a list from some position on. */
function itemsFrom(
  start: number,
  value: unknown,
  pointer: string,
  compiler: Parameters<Keyword>[1]['compiler'],
): Check {
  const node = compiler.node(value, pointer);
  return (found, at, run, seen) => {
    if (!Array.isArray(found)) return true;
    if (value === false && found.length > start) {
      return run.report(
        at,
        'items',
        () => `must have at most ${counted(start, 'item')}, not ${found.length}`,
      );
    }
    let valid = true;
    for (let i = start; i < found.length; i += 1) {
      seen?.positions.add(i);
      if (!run.apply(node, found[i], { above: at, key: i }, run.fresh())) valid = false;
      if (!valid && !run.explains) return false;
    }
    return valid;
  };
}

function tuple(name: string): Keyword {
  return (value, context) => {
    const { compiler, pointer } = context;
    const nodes = listOf(value, name, context).map((schema, i) =>
      compiler.node(schema, below(pointer, name, i)),
    );
    return (found, at, run, seen) => {
      if (!Array.isArray(found)) return true;
      let valid = true;
      for (const [i, node] of nodes.entries()) {
        if (i >= found.length) break;
        seen?.positions.add(i);
        if (!run.apply(node, found[i], { above: at, key: i }, run.fresh())) valid = false;
        if (!valid && !run.explains) return false;
      }
      return valid;
    };
  };
}

/** `items` is a schema since 2020-12; before, it could be a list, as `prefixItems` is now. */
const items: Keyword = (value, context) => {
  if (Array.isArray(value)) return tuple('items')(value, context);
  const { prefixItems } = context.schema;
  const start = Array.isArray(prefixItems) ? prefixItems.length : 0;
  return itemsFrom(start, value, below(context.pointer, 'items'), context.compiler);
};

const additionalItems: Keyword = (value, { schema, pointer, compiler }) =>
  Array.isArray(schema.items)
    ? itemsFrom(schema.items.length, value, below(pointer, 'additionalItems'), compiler)
    : null;

const contains: Keyword = (value, context) => {
  const { compiler, schema, pointer } = context;
  const node = compiler.node(value, below(pointer, 'contains'));
  const least = schema.minContains === undefined ? 1 : countOf(schema.minContains, 'minContains', context);
  const most =
    schema.maxContains === undefined ? Infinity : countOf(schema.maxContains, 'maxContains', context);
  return (found, at, run, seen) => {
    if (!Array.isArray(found)) return true;
    let count = 0;
    for (const [i, item] of found.entries()) {
      if (!run.fits(node, item, null)) continue;
      seen?.positions.add(i);
      count += 1;
    }
    if (count >= least && count <= most) return true;
    const bound = count < least ? `at least ${least}` : `at most ${most}`;
    return run.report(
      at,
      'contains',
      () => `must hold ${bound} items of the kind under contains, not ${count}`,
    );
  };
};

/** The keywords that look into objects and lists. */
export const CONTAINERS: readonly (readonly [string, Keyword])[] = [
  ['dependentRequired', dependentRequired],
  ['properties', properties],
  ['patternProperties', patternProperties],
  ['additionalProperties', additionalProperties],
  ['propertyNames', propertyNames],
  ['prefixItems', tuple('prefixItems')],
  ['items', items],
  ['additionalItems', additionalItems],
  ['contains', contains],
];
