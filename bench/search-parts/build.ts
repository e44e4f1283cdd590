/**
 * Builds the search out of `src/` with the switches in it: where a file exports a part, what `switched` makes of it is exported in
 * its place. The sources know nothing of it.
 */
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { parts } from './parts.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SEARCH = join(ROOT, 'src', 'search');
const TABLES = join(ROOT, 'src', 'cli', 'commands', 'evolve', 'table');
const ENTRY = 'switched-search';
const REAL = '?real';
const SWITCHES = new URL('./switches.js', import.meta.url).href;
/** Where programs become scripts: what these are made of is noted. */
const EMIT = 'programs/emit';
/** Where the lists of operators are that searches take. */
const LIBRARY = 'library/index';

const entry = [
  [SEARCH, 'search-script', 'searchScript'],
  [TABLES, 'json-lines-table', 'readJsonLinesTable'],
  [TABLES, 'column-task', 'planColumn'],
  [TABLES, 'learn-column', 'learnColumn'],
  [TABLES, 'compute-rows', 'computeRows'],
].map(
  ([folder = '', file, name]) => `export { ${name} } from ${JSON.stringify(join(folder, `${file}.ts`))};`,
);

/** Writes it to a file. */
export async function buildSwitched(file: string): Promise<void> {
  const build = await rolldown({
    input: ENTRY,
    platform: 'node',
    // What the compiler needs of itself comes along; packages that users install don't.
    external: (id) => /^(?!@oxc-project\/)[@a-z]/.test(id) && id !== ENTRY,
    transform: { target: 'node20' },
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    plugins: [
      {
        name: 'switches',
        resolveId(id, importer) {
          if (id === ENTRY || id.endsWith(REAL)) return id;
          if (importer?.endsWith(REAL) !== true) return null;
          return this.resolve(id, importer.slice(0, -REAL.length), { skipSelf: true });
        },
        load(id) {
          if (id === ENTRY) return { code: entry.join('\n'), moduleType: 'js' };
          if (id.endsWith(REAL)) {
            return { code: readFileSync(id.slice(0, -REAL.length), 'utf8'), moduleType: 'ts' };
          }
          if (!id.startsWith(SEARCH + sep)) return null;
          const code = switchedModule(id, relative(SEARCH, id).split(sep).join('/').replace(/\.ts$/, ''));
          return code === null ? null : { code, moduleType: 'js' };
        },
      },
    ],
  });
  await build.write({ file, format: 'esm', codeSplitting: false });
  await build.close();
}

/** The file that stands in for one that exports parts; null for any other. */
function switchedModule(path: string, module: string): string | null {
  const cuts = parts.flatMap((part) => part.cuts).filter((cut) => cut.module === module);
  const names = [...new Set(cuts.map(({ name }) => name))];
  const lines = names.map(
    (name) => `export const ${name} = switches.switched('${module}', '${name}', real.${name});`,
  );
  if (module === EMIT) {
    lines.push(
      'export function emitScript(program, ...rest) { switches.noteEntries(program); return real.emitScript(program, ...rest); }',
    );
  }
  if (module === LIBRARY) {
    const lists = ['library', 'gridLibrary', 'gridFeatures'];
    lines.push(...lists.map((name) => `export const ${name} = switches.keptList(real.${name});`));
  }
  if (lines.length === 0) return null;
  const real = JSON.stringify(path + REAL);
  return [
    `import * as switches from ${JSON.stringify(SWITCHES)};`,
    `import * as real from ${real};`,
    `export * from ${real};`,
    ...lines,
  ].join('\n');
}
