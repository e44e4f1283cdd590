/**
 * Fails on an import that goes up, sideways past a door, or in a circle, and names it.
 * `node scripts/check-layers.mjs [ROOT]` checks `ROOT/src` (default: this project).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rooms } from './rooms.mjs';

const IMPORT =
  /(?:^|[\s;])(?:import|export)\s(?:[^'";]*?\sfrom\s)?\s*['"](\.[^'"]*)['"]|import\(\s*['"](\.[^'"]*)['"]\s*\)/g;

/** The problems of the tree below `root`, each one line; empty when the layers hold. */
export function findLayerProblems(root) {
  const source = join(root, 'src');
  const files = typescriptFiles(source);
  const imports = new Map(files.map((file) => [file, importsOf(file, source)]));
  const problems = [];
  for (const [file, targets] of imports) {
    const room = roomOf(file);
    if (room !== undefined && !rooms.includes(room))
      problems.push(`${file}: the room ${room}/ is not in scripts/rooms.mjs`);
    for (const target of targets) problems.push(...problemsOfImport(file, target, room));
  }
  return [...problems, ...circles(imports)];
}

function problemsOfImport(file, target, room) {
  if (target.startsWith('..')) return [`${file} imports ${target}, which lies outside src/`];
  const targetRoom = roomOf(target);
  if (room === undefined || targetRoom === room) return [];
  if (targetRoom === undefined)
    return [`${file} imports ${target}: a room must not import from the root of src/`];
  const problems = [];
  if (rooms.indexOf(targetRoom) > rooms.indexOf(room))
    problems.push(`${file} imports up: ${target} (${room}/ lies below ${targetRoom}/ in the order of rooms)`);
  if (target !== `${targetRoom}/index.ts`)
    problems.push(`${file} imports past a door: ${target} (import ${targetRoom}/index.ts)`);
  return problems;
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

function roomOf(file) {
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
      ? 'layers: no import goes up, past a door or in a circle'
      : `layers: ${problems.length} problem(s)`,
  );
  process.exit(problems.length === 0 ? 0 : 1);
}
