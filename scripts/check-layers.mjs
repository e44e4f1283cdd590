/**
 * Fails on an import that goes up, between modules or between sub-folders of one, past an index.ts, or in a circle, and
 * names it.
 * `node scripts/check-layers.mjs [ROOT]` checks `ROOT/src` (default: this project).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folders, modules, tables } from './modules.mjs';

const IMPORT =
  /(?:^|[\s;])(?:import|export)\s(?:[^'";]*?\sfrom\s)?\s*['"](\.[^'"]*)['"]|import\(\s*['"](\.[^'"]*)['"]\s*\)/g;

/** The problems of the tree below `root`, each one line; empty when the layers hold. */
export function findLayerProblems(root) {
  const source = join(root, 'src');
  const files = typescriptFiles(source);
  const imports = new Map(files.map((file) => [file, importsOf(file, source)]));
  const problems = [];
  for (const [file, targets] of imports) {
    const module = moduleOf(file);
    if (module !== undefined && !modules.includes(module))
      problems.push(`${file}: the module ${module}/ is not in scripts/modules.mjs`);
    for (const target of targets) problems.push(...problemsOfImport(file, target, module));
  }
  for (const table of tables) {
    if (!imports.has(table)) continue;
    problems.push(...loadedBy(source, table));
    // What a table loads when it is asked closes no circle.
    imports.set(table, []);
  }
  return [...problems, ...circles(imports)];
}

function problemsOfImport(file, target, module) {
  const isTest = file.endsWith('.test.ts');
  if (isTest && target.startsWith('../bench/')) return [];
  if (target.startsWith('..')) return [`${file} imports ${target}, which lies outside src/`];
  const targetModule = moduleOf(target);
  if (module === undefined) return [];
  if (targetModule === module)
    return isTest || file.endsWith('.fixture.ts') ? [] : folderProblems(file, target, module);
  if (tables.includes(target)) return [];
  if (targetModule === undefined)
    return [`${file} imports ${target}: a module must not import from the root of src/`];
  const problems = [];
  // Nothing imports a test: it may set what it tests beside any other module.
  const inTest = /\.(test|fixture)\.ts$/.test(file);
  if (modules.indexOf(targetModule) > modules.indexOf(module) && !inTest)
    problems.push(
      `${file} imports up: ${target} (${module}/ lies below ${targetModule}/ in the order of modules)`,
    );
  const isFace = [`${targetModule}/index.ts`, `${targetModule}/internal.ts`].includes(target);
  if (!isFace && !(inTest && target.endsWith('.fixture.ts')))
    problems.push(
      `${file} imports past an index.ts: ${target} (import ${targetModule}/index.ts or ${targetModule}/internal.ts)`,
    );
  return problems;
}

function folderProblems(file, target, module) {
  const [from, to] = [file, target].map((path) => path.split('/').slice(1, -1)[0]);
  if (from === undefined || to === undefined || from === to) return [];
  const order = folders[module] ?? [];
  const unknown = [from, to].find((folder) => !order.includes(folder));
  if (unknown !== undefined)
    return [`${file} imports ${target}: ${module}/${unknown}/ is not in scripts/modules.mjs`];
  if (order.indexOf(to) < order.indexOf(from)) return [];
  return [`${file} imports up: ${target} (${from}/ lies below ${to}/ in the order of ${module}/)`];
}

/** The imports of a table that load something at once: types, and `import()` in a function, load nothing. */
function loadedBy(source, table) {
  const text = readFileSync(join(source, table), 'utf8');
  return Array.from(text.matchAll(/^(?:import|export)\s(?!type\s)[^;]*?from\s/gm), () => [
    `${table} loads a module when it is imported: use import() in a function, or import type`,
  ]).flat();
}

/** What each module imports from other modules, tests and their fixtures left out: `Map` of names to sorted names. */
export function moduleImports(root) {
  const source = join(root, 'src');
  const found = new Map();
  for (const file of typescriptFiles(source)) {
    const module = moduleOf(file);
    if (module === undefined || /\.(test|fixture)\.ts$/.test(file)) continue;
    const targets = importsOf(file, source).map(moduleOf);
    const others = targets.filter((target) => target !== undefined && target !== module && target !== '..');
    found.set(module, [...new Set([...(found.get(module) ?? []), ...others])].sort());
  }
  return found;
}

function circles(imports) {
  const state = new Map();
  const found = [];
  const visit = (file, path) => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      found.push(`circle: ${[...path.slice(path.indexOf(file)), file].join(' → ')}`);
      return;
    }
    state.set(file, 'open');
    for (const target of imports.get(file) ?? []) if (imports.has(target)) visit(target, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of imports.keys()) if (!file.endsWith('.test.ts')) visit(file, []);
  return found;
}

function importsOf(file, source) {
  const text = readFileSync(join(source, file), 'utf8');
  return Array.from(text.matchAll(IMPORT), (match) => match[1] ?? match[2]).map((path) =>
    relative(source, resolve(source, dirname(file), path.replace(/\.js$/, '.ts')))
      .split(sep)
      .join('/'),
  );
}

function moduleOf(file) {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : undefined;
}

function typescriptFiles(folder, prefix = '') {
  return readdirSync(join(folder, prefix), { withFileTypes: true })
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => {
      const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
      if (entry.isDirectory()) return typescriptFiles(folder, path);
      return path.endsWith('.ts') ? [path] : [];
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = findLayerProblems(
    resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..')),
  );
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length === 0
      ? 'layers: no import goes up, past an index.ts or in a circle'
      : `layers: ${problems.length} problem(s)`,
  );
  process.exit(problems.length === 0 ? 0 : 1);
}
