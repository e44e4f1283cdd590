import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

/** The files of code of a place in `src/`, without tests. */
export function sourcesOf(root, place) {
  const path = place.startsWith('src/') ? place : join('src', place);
  if (statSync(join(root, path)).isFile()) return [path];
  return typescript(root, path).filter(
    (file) => !/\.(?:test|fixture)\.ts$|\/[a-z-]+\/testing\/|\/index\.ts$/.test(file),
  );
}

/**
 * The deep or the other tests of a file's module that import it, or else lie beside it: those that bear its name first, then
 * the nearest.
 */
export function testsOf(root, file, { most, deep }) {
  const module = file.split('/').slice(0, 2).join('/');
  const importers = importersIn(root, module);
  const distance = new Map([[file, 0]]);
  const queue = [file];
  for (const reached of queue) {
    for (const importer of importers.get(reached) ?? []) {
      if (distance.has(importer)) continue;
      distance.set(importer, distance.get(reached) + 1);
      queue.push(importer);
    }
  }
  const isKept = (path) => path.endsWith('.test.ts') && path.endsWith('.deep.test.ts') === deep;
  const stem = file.replace(/ts$/, '');
  const away = (test) => (test.startsWith(stem) ? 0 : distance.get(test));
  const apart = (test) => relative(dirname(file), dirname(test)).split('/').filter(Boolean).length;
  const importing = [...distance.keys()].filter((path) => path.endsWith('.test.ts'));
  // What runs in a thread of its own is imported by no test.
  const beside = typescript(root, dirname(file)).filter((path) => path.endsWith('.test.ts'));
  return (importing.length > 0 ? importing : beside)
    .filter(isKept)
    .sort((a, b) => (away(a) ?? 0) - (away(b) ?? 0) || apart(a) - apart(b) || a.localeCompare(b))
    .slice(0, most);
}

const known = new Map();

/** For each file of a module, the files of the module that import it. */
function importersIn(root, module) {
  if (known.has(module)) return known.get(module);
  const importers = new Map();
  for (const file of typescript(root, module)) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, path] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)\.js'/g)) {
      const target = normalize(join(dirname(file), `${path}.ts`));
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  known.set(module, importers);
  return importers;
}

function typescript(root, folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}
