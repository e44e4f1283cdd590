/**
 * Builds `dist/` from `src/`: JavaScript with the small dependencies bundled in, one file for each export and chunks for
 * what they share; declarations; what is not TypeScript, copied; the licences of what was bundled in.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { writeNotices } from './third-party-notices.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, 'src');
const dist = join(root, 'dist');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** What is started as a thread, by its place in `dist/`. */
const THREADS = [
  'requirements/static-worker',
  'pipelines/engine/task-worker',
  'pipelines/generate/recipe-tasks',
  'pipelines/testing/suite-tasks',
  'environments/postgres/postgres-worker',
  'cli/commands/evolve/train-worker',
  'cli/commands/records/record-worker',
];

rmSync(dist, { recursive: true, force: true });
await Promise.all([declarations(), bundle()]);
cpSync(source, dist, {
  recursive: true,
  filter: (path) => !path.endsWith('.ts') && !path.includes('__fixtures__'),
});

/** Bundles each file that package.json names. Dependencies that users install stay imports. */
async function bundle() {
  const installed = Object.keys({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.peerDependencies,
  });
  const build = await rolldown({
    input: Object.fromEntries(entries().map((name) => [name, join(source, `${name}.ts`)])),
    platform: 'node',
    external: (id) =>
      id.startsWith('node:') || installed.some((name) => id === name || id.startsWith(`${name}/`)),
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    transform: { target: `node${/\d+/.exec(manifest.engines.node)[0]}` },
    plugins: [modulePlaces()],
  });
  const { output } = await build.write({
    dir: dist,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await build.close();
  for (const { type, fileName } of output) if (type === 'chunk') escapeWideCharacters(join(dist, fileName));
  writeFileSync(join(dist, 'build-id'), `${hashOf(output.map(({ fileName }) => fileName))}\n`);
  writeNotices(
    root,
    output.flatMap((chunk) => chunk.moduleIds ?? []),
  );
}

/** What this build is told from others by: a hash of its files. */
function hashOf(fileNames) {
  const hash = createHash('sha256');
  for (const name of fileNames.toSorted()) hash.update(`${name}\n`).update(readFileSync(join(dist, name)));
  return hash.digest('hex');
}

/** Paths below `src/`, without extension, of what the exports and the commands of package.json name. */
function entries() {
  const named = [
    ...Object.values(manifest.exports).map((target) => target.default),
    ...Object.values(manifest.bin),
  ];
  return [...named.flatMap((path) => /^\.\/dist\/(.*)\.js$/.exec(path ?? '')?.slice(1) ?? []), ...THREADS];
}

/**
 * Keeps `import.meta.url` what it is in `src/`, whichever chunk a module ends in: files beside the module are copied to
 * the same place in `dist/`. Written so that a consumer's bundler leaves it alone, as it does packages that are loaded at
 * a call, which are optional or have files of their own. The version becomes part of the code.
 */
function modulePlaces() {
  const helper = JSON.stringify(join(root, 'scripts', 'bundles', 'module-place.mjs'));
  const version = JSON.stringify(manifest.version);
  return {
    name: 'module-places',
    transform(code, id) {
      if (!id.startsWith(source + sep)) return null;
      if (id.endsWith(`${sep}package-version.ts`))
        return { code: `export const packageVersion = () => ${version};`, map: null };
      const place = JSON.stringify(relative(source, id).split(sep).join('/').replace(/\.ts$/, '.js'));
      const found = code
        .replaceAll('import.meta.url', `__modulePlace(import.meta.url, "__to_dist__", ${place}, ${version})`)
        .replaceAll(
          /(?<!typeof )\bimport\((['"])((?!node:)[@a-z][^'"]*)\1\)/g,
          'import(/* webpackIgnore: true */ __packageName("$2"))',
        );
      if (found === code) return null;
      const names = 'modulePlace as __modulePlace, packageName as __packageName';
      return { code: `import { ${names} } from ${helper};\n${found}`, map: null };
    },
    renderChunk(code, chunk) {
      const path = posix.relative(posix.dirname(chunk.fileName), '.');
      const found = code
        .replaceAll('"__to_dist__"', JSON.stringify(path === '' ? './' : `${path}/`))
        // webpack knows this import, and takes out what is made with it.
        .replace(
          'import { createRequire } from "node:module";',
          'import nodeModule from "node:module"; var { createRequire } = nodeModule;',
        );
      return found === code ? null : { code: found, map: null };
    },
  };
}

/**
 * Writes characters above U+00FF as escapes: one of them has V8 hold the text of its chunk in two bytes a character, in
 * each thread that loads it.
 */
function escapeWideCharacters(path) {
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/[\u0100-\uffff]/g, escaped));
}

async function declarations() {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const child = spawn(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  const status = await new Promise((resolve) => child.on('exit', resolve));
  if (status !== 0) process.exit(status ?? 1);
}
