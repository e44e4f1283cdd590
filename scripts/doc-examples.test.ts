import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocksOf } from './docs-blocks/blocks.mjs';

/** The export of each subpath that a reader needs first. */
const MAIN: Readonly<Record<string, string>> = {
  core: 'canonicalJson',
  data: 'DataModel',
  filesystem: 'createFileTree',
  python: 'extractPythonCode',
  sandbox: 'createSandbox',
  models: 'openModel',
  tools: 'tool',
  testing: 'scriptedModel',
  requirements: 'createChecker',
  records: 'openAIJsonl',
  datasets: 'jsonlDataset',
  training: 'evaluateScript',
  programs: 'Program',
  agents: 'DeepAgent',
  'ai-sdk': 'mettleTools',
  search: 'searchScript',
  synthesis: 'PythonSynthesis',
  optimizers: 'ScriptSearch',
  environments: 'createSqlEnvironment',
  evaluation: 'rescore',
  generation: 'AgentTrajectoryGenerator',
  gym: 'AgentGym',
  benchmarks: 'runBenchmark',
  pipelines: 'generateToFolder',
  'sandbox/testing': 'sandboxSuite',
  'records/testing': 'formatSuite',
  'optimizers/testing': 'optimizerSuite',
  'environments/testing': 'environmentSuite',
  'pipelines/testing': 'engineSuite',
};

/** The values that an index.ts exports, with the file that each comes from. */
function exportsOf(index: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const statements = readFileSync(index, 'utf8').matchAll(/^export \{([^}]*)\} from '([^']+)';/gms);
  for (const [, names = '', from = ''] of statements) {
    const file = normalize(join(dirname(index), from.replace(/\.js$/, '.ts')));
    for (const name of names.split(',').map((text) => text.trim())) {
      if (name !== '' && !name.startsWith('type ')) found.set(name, file);
    }
  }
  return found;
}

/** The file that defines a value, through any number of index.ts. */
function definingFile(name: string, file: string): string {
  const next = exportsOf(file).get(name);
  return next === undefined ? file : definingFile(name, next);
}

/** The doc comment right above the declaration of `name`. */
function docComment(name: string, source: string): string {
  const declaration = new RegExp(`^export (?:async )?(?:function\\*?|class|const) ${name}\\b`, 'm').exec(
    source,
  );
  if (declaration === null) throw new Error(`no declaration of ${name}`);
  const above = source.slice(0, declaration.index).trimEnd();
  return above.endsWith('*/') ? above.slice(above.lastIndexOf('/**')) : '';
}

/** The blocks behind `@example` in the doc comment of a value. */
function examplesOf(name: string, index: string) {
  const comment = docComment(name, readFileSync(definingFile(name, index), 'utf8'));
  const [, ...examples] = comment.split('@example');
  return examples.flatMap((example) => blocksOf('example.ts', `/**\n${example}`));
}

const cases = [
  ...[...exportsOf('src/index.ts').keys()].map((name) => ['mettle', name, 'src/index.ts'] as const),
  ...Object.entries(MAIN).map(([path, name]) => [`mettle/${path}`, name, `src/${path}/index.ts`] as const),
];

describe('doc comments', () => {
  it('name a main export for every subpath of the package, in MAIN of this test', () => {
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
    const paths = Object.keys(exports).filter((path) => path !== '.' && path !== './package.json');
    expect(paths.map((path) => path.slice(2)).sort()).toEqual(Object.keys(MAIN).sort());
  });

  it.each(cases)('%s: %s has an @example that CI runs', (_, name, index) => {
    const examples = examplesOf(name, index);
    expect(examples.map(({ language }) => language)).toContain('ts');
    for (const { code } of examples)
      expect(code).toMatch(new RegExp(`import [^;]*\\b${name}\\b[^;]* from 'mettle`));
  });
});
