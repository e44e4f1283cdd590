import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadRecipe } from './load-recipe.js';
import { parseRecipe } from './parse-recipe.js';

const base = await mkdtemp(join(tmpdir(), 'mettle-recipe-'));
afterAll(() => rm(base, { recursive: true }));

const WHOLE = `
name: desk   # what people call it
environment: [hotel, { type: sql, database: shop.sqlite }]
tasks: { level: 2, split: train }
numTrajectories: 12
tools: [look_up]
model:
  - openai/gpt-5-mini
  - ollama/qwen3
varyModes: true
maxSteps: 8
temperature: 0
seed: -3
rubric: strict
judge: openai/gpt-5
dedup: task
dedupThreshold: 0.9
filter:
  outcomes: [pass, fail]
  splits: any
  minScore: 0.5
exportFormat: [openai, mettle]
budget: { calls: 100, cost: 1.5 }
prices: { openai/gpt-5: { input: 1, output: 2 } }
concurrency: 2
`;

it('reads a recipe that has all there is, from YAML and from JSON alike', () => {
  const recipe = parseRecipe(WHOLE);
  expect(recipe).toMatchObject({
    environment: ['hotel', { type: 'sql', database: 'shop.sqlite' }],
    tasks: { level: 2, split: 'train' },
    model: ['openai/gpt-5-mini', 'ollama/qwen3'],
    filter: { outcomes: ['pass', 'fail'], splits: 'any', minScore: 0.5 },
    prices: { 'openai/gpt-5': { input: 1, output: 2 } },
  });
  expect(parseRecipe(JSON.stringify(recipe))).toEqual(recipe);
  expect(parseRecipe('')).toEqual({});
});

it("reads AgentSynth's names and its null for what is not given", () => {
  const text = `query: null\nqueries: [How many figs are there?]\nnum_trajectories: 3\nvary_modes: false\nmax_steps: 6
use_mock: auto\nenvironment: null\ndedup: true\ndedup_threshold: 0.85\nexport_format: jsonl\nexport_path: out.jsonl\nmax_workers: 2\n`;
  expect(parseRecipe(text)).toEqual({
    queries: ['How many figs are there?'],
    numTrajectories: 3,
    varyModes: false,
    maxSteps: 6,
    useMock: 'auto',
    dedup: true,
    dedupThreshold: 0.85,
    exportFormat: 'mettle',
    exportPath: 'out.jsonl',
    concurrency: 2,
  });
});

it.each([
  [
    'seed: 1\nnum_trajectores: 3',
    'r.yaml, line 2, num_trajectores: A recipe has no such field. Did you mean numTrajectories?',
  ],
  [
    'filter:\n  splits: any\n  minscore: 1',
    'r.yaml, line 3, filter.minscore: filter has no such field. Did you mean minScore?',
  ],
  ['colour: red', /^r\.yaml, line 1, colour: A recipe has no such field\. It has name, queries, /],
  [
    'queries:\n  - a\n  - query: b\n    expects: {}',
    'r.yaml, line 4, queries[1].expects: queries has no such field. Did you mean expected?',
  ],
  [
    'queries:\n  - a\n  - ""',
    'r.yaml, line 3, queries[1]: It must be a text with words in it or an object; got "".',
  ],
  ['queries:\n  - a\n  - { expected: {} }', 'r.yaml, line 3, queries[1]: It needs query.'],
  ['seed: "1"', 'r.yaml, line 1, seed: It must be a whole number; got "1".'],
  ['numTrajectories: 1e400', /is not YAML: it holds the number Infinity/],
  ['seed: 1\nseed: 2', /^r\.yaml is not YAML: Map keys must be unique at line 2, column 1\.$/],
  ['max_steps: 1\nmaxSteps: 2', 'r.yaml, line 2, maxSteps: It is given twice: maxSteps is the same.'],
  ['- a', 'r.yaml, line 1: A recipe must be names with values.'],
  ['a: &a [x]\nb: *a', /is not YAML: .*alias/i],
  ['tools: !!js/function "x"', /Unresolved tag|line 1, tools/],
  ['__proto__: 1', /__proto__/],
  [
    '{"seed": 1,\n"exportFormat": "x"}',
    /^r\.yaml, line 2, exportFormat: It must be one of mettle, openai, .+, or a list of these; got "x"\.$/,
  ],
  ['{"seed": 1', /^r\.yaml is not JSON/],
  ['query: a\nqueries: [b]', 'r.yaml, line 1, query: Give query or queries, not both.'],
  ['policy: oracle\nmodel: a/b', /line 1, policy: It plays without a model/],
  ['evaluate: false\njudge: a/b', /line 2, judge: It is for runs that are evaluated/],
  ['seed: 1\nexport_path: x', 'r.yaml, line 2, exportPath: It needs exportFormat.'],
  ...[
    '../x.jsonl',
    'a/../../x',
    '/tmp/x',
    'C:\\x',
    '..\\x',
    'a//x',
    '.',
    'run/1-of-1/runs.ledger',
    './RUN.json',
    'left-out.jsonl',
  ].map((path): [string, RegExp] => [
    `exportFormat: openai\nexportPath: '${path}'`,
    /^r\.yaml, line 2, exportPath: It must be a path within the output folder/,
  ]),
  ['queries: [a]\ntasks: {level: 1}', /tasks: It is for generated tasks/],
])('refuses %j, with the place and what to do', (text, message) => {
  expect(() => parseRecipe(text, 'r.yaml')).toThrow(
    expect.objectContaining({ code: 'pipelines/invalid_recipe' }),
  );
  expect(() => parseRecipe(text, 'r.yaml')).toThrow(message);
});

it('refuses text that would take long, and nesting that would break the stack', () => {
  expect(() => parseRecipe(`queries:\n${'  - a\n'.repeat(10_000)}`)).toThrow(/longer than 32000 characters/);
  expect(parseRecipe(JSON.stringify({ queries: Array(10_000).fill('a') })).queries).toHaveLength(10_000);
  for (const text of [
    '['.repeat(20_000),
    `a: ${'{b: '.repeat(5000)}`,
    `${'- '.repeat(15_000)}x`,
    `{"a":${'['.repeat(9000)}`,
  ]) {
    expect(() => parseRecipe(text)).toThrow(expect.objectContaining({ code: 'pipelines/invalid_recipe' }));
  }
});

it('takes paths from where the file lies', async () => {
  const path = join(base, 'r.yml');
  await writeFile(
    path,
    'queries: ask.txt\nenvironment: [worlds/a.json, sql, { type: sql, database: b.db }]\n',
  );
  expect(await loadRecipe(path)).toEqual({
    queries: join(base, 'ask.txt'),
    environment: [join(base, 'worlds/a.json'), 'sql', { type: 'sql', database: join(base, 'b.db') }],
  });
  await expect(loadRecipe(join(base, 'none.yml'))).rejects.toMatchObject({
    code: 'filesystem/unreadable_file',
  });
});
