import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CONSUMERS, installPackages, LIBRARIES } from './python-packages.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Variables that make a test longer, or have it say more: without them it runs all the same. */
const WITHOUT_THEM_IT_RUNS = [
  'METTLE_KILLS',
  'METTLE_SOAK',
  'METTLE_SESSIONS',
  'METTLE_SESSION_FOLDERS',
  'METTLE_SESSION_REASONS',
  'METTLE_WHOLE_BATTERY',
];
/** Data that no package of a registry holds. */
const NOWHERE_TO_INSTALL = ['METTLE_MBPP', 'METTLE_HUMANEVAL'];
/** The package of a set that brings a module, where they are named differently. */
const BROUGHT_BY: Readonly<Record<string, string>> = {
  sklearn: 'scikit-learn',
  scipy: 'scikit-learn',
  joblib: 'scikit-learn',
  pyarrow: 'datasets',
};

const testFiles = ['src', 'scripts', 'examples'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(test|fixture)\.ts$/.test(path))
    .map((path) => ({ path: join(top, path), text: readFileSync(join(root, top, path), 'utf8') })),
);

/** The variables that a test reads from the environment that it was started in, without those that it sets itself. */
function variablesRead(text: string): readonly string[] {
  const named = [...text.matchAll(/process\.env\.(METTLE_\w+)\b(?! = )/g)].map(([, name = '']) => name);
  const unpacked = [...text.matchAll(/\{([^{}]*)\} = process\.env\b/g)].flatMap(
    ([, names = '']) => names.match(/METTLE_\w+/g) ?? [],
  );
  const own = new Set([...text.matchAll(/process\.env\.(METTLE_\w+) = /g)].map(([, name]) => name));
  return [...named, ...unpacked].filter((name) => !own.has(name));
}

/** The modules that a test asks `packageFolders` for, in one call each. */
function modulesAsked(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/packageFolders\((\[[^\]]*\]|\w+)\)/g)].map(([, given = '']) => {
    const list = given.startsWith('[')
      ? given
      : (new RegExp(`const ${given}(?:: [^=]+)? = (\\[[^\\]]*\\])`).exec(text)?.[1] ?? '');
    return [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
  });
}

describe('what tests need of the Python index', () => {
  it('is set in CI for every variable that a test reads', () => {
    const ci = ['.ci/run', 'scripts/ci/ci.mjs', 'scripts/ci/python-packages.mjs']
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join('\n');
    const set = new Set([...(ci.match(/METTLE_\w+/g) ?? []), ...WITHOUT_THEM_IT_RUNS, ...NOWHERE_TO_INSTALL]);
    const read = testFiles.flatMap(({ path, text }) => variablesRead(text).map((name) => ({ path, name })));
    expect(read.length).toBeGreaterThan(10);
    expect(
      read.filter(({ name }) => !set.has(name)),
      'no run of CI ever sets these: add what they name to scripts/ci/python-packages.mjs, or say in this test why not',
    ).toEqual([]);
    const unread = [...WITHOUT_THEM_IT_RUNS, ...NOWHERE_TO_INSTALL].filter(
      (name) => !read.some((each) => each.name === name),
    );
    expect(unread, 'no test reads these').toEqual([]);
  });

  it('is in one set of packages for each test', () => {
    const sets = [LIBRARIES, ...CONSUMERS].map(({ packages, bare }) =>
      [...packages, ...bare].map((each) => each.replace(/[=<>].*$/, '').replaceAll('-', '_')),
    );
    const asked = testFiles
      .filter(({ path }) => path !== 'src/testing/needs.fixture.ts')
      .flatMap(({ path, text }) => modulesAsked(text).map((modules) => ({ path, modules })));
    expect(asked.length).toBeGreaterThan(6);
    for (const { path, modules } of asked) {
      expect(modules.length, path).toBeGreaterThan(0);
      const needed = modules.map((name) => (BROUGHT_BY[name] ?? name).replaceAll('-', '_'));
      expect(
        sets.some((set) => needed.every((name) => set.includes(name))),
        `${path} needs ${modules.join(', ')}, which no set of scripts/ci/python-packages.mjs has`,
      ).toBe(true);
    }
  });

  it('goes into a folder a set, the heavy ones in full runs alone, and without what cannot be had', async () => {
    const installed: string[] = [];
    const install = async ({ name }: { readonly name: string }, _: unknown, options: readonly string[]) => {
      installed.push([name, ...options].join(' '));
      return name !== 'verifiers';
    };
    const folderOf = ({ name }: { readonly name: string }) => `/at/${name}`;
    const light = CONSUMERS.filter(({ isHeavy }) => !isHeavy).map(folderOf);
    expect(await installPackages(install, folderOf, false)).toEqual({
      METTLE_TEST_PACKAGES: '/at/packages',
      METTLE_CONSUMER_PACKAGES: light.join(':'),
    });
    expect(installed).toContain('packages --no-deps');
    expect((await installPackages(install, folderOf, true)).METTLE_CONSUMER_PACKAGES?.split(':')).toEqual(
      CONSUMERS.filter(({ name }) => name !== 'verifiers').map(folderOf),
    );
    expect(await installPackages(async () => false, folderOf, true)).toEqual({});
  });
});
