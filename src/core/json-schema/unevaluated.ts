import { isJsonObject } from '../json.js';
import { below, type Keyword } from './compile.js';

const unevaluatedProperties: Keyword = (value, { compiler, pointer }) => {
  const node = compiler.node(value, below(pointer, 'unevaluatedProperties'));
  compiler.tracksSeen = true;
  return (found, at, run, seen) => {
    if (!isJsonObject(found)) return true;
    let valid = true;
    for (const name of run.namesIn(found)) {
      run.spend(1);
      if (seen?.names.has(name)) continue;
      const place = { above: at, key: name };
      if (value === false) valid = run.report(place, 'unevaluatedProperties', () => 'is not allowed here');
      else if (!run.apply(node, found[name], place, run.fresh())) valid = false;
      seen?.names.add(name);
    }
    return valid;
  };
};

const unevaluatedItems: Keyword = (value, { compiler, pointer }) => {
  const node = compiler.node(value, below(pointer, 'unevaluatedItems'));
  compiler.tracksSeen = true;
  return (found, at, run, seen) => {
    if (!Array.isArray(found)) return true;
    let valid = true;
    for (const [i, item] of found.entries()) {
      run.spend(1);
      if (seen?.positions.has(i)) continue;
      if (!run.apply(node, item, { above: at, key: i }, run.fresh())) valid = false;
      seen?.positions.add(i);
    }
    return valid;
  };
};

/** The keywords that look at what no other keyword has looked at: they come last. */
export const UNEVALUATED: readonly (readonly [string, Keyword])[] = [
  ['unevaluatedProperties', unevaluatedProperties],
  ['unevaluatedItems', unevaluatedItems],
];
