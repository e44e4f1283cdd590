import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type Json, type JsonObject, schemaValidator } from '../../core/index.js';
import * as environments from '../index.js';
import { builtInEnvironments } from './built-in-environments.js';

const accepts = (kind: string, options: JsonObject): boolean => {
  const schema = builtInEnvironments[kind]?.options;
  if (schema === undefined) throw new Error(kind);
  return schemaValidator(schema).check(options).length === 0;
};

const server = { command: 'server' };
const content = { tables: [{ name: 't', columns: 'a', rows: [[null, 'x', 1]] }] };
/** What each kind cannot do without. */
const needed: Readonly<Record<string, JsonObject>> = {
  coding: { client: 'pi' },
  composite: { environments: [{ type: 'sql', anything: true, prefix: 'a' }] },
  mcp: { server },
  postgres: { content },
  rest: { spec: 'shop.json' },
  world: { world: 'library' },
};
const text = { good: ['x'], bad: [1, null] };
const texts = { good: [[], ['x']], bad: ['x', [1]] };
const flag = { good: [true, false], bad: ['yes', 1] };
const number = { good: [0.5, 3], bad: ['3', null] };
const atLeastOne = { good: [1, 2], bad: [0, 1.5, '1'] };
const numbers = { good: [{}, { seconds: 1 }], bad: [{ seconds: '1' }, 1] };
const textByName = { good: [{}, { a: 'x' }], bad: [{ a: 1 }, 'x'] };
const name = { good: ['a', 'a_1'], bad: ['A', '1a', 'a-b', ''] };
const deterministic = {
  good: [false, {}, { seed: 1 }, { seed: 'x', timezone: 'UTC' }],
  bad: [true, { seed: 1.5 }, { timezone: 1 }, { zone: 'UTC' }],
};
const files = { files: textByName, folder: text, ignore: texts, maxBytes: atLeastOne };
const sandboxed = { name, limits: numbers, deterministic, ...files };
const tables = {
  good: [content, { tables: [] }],
  bad: [
    {},
    { tables: [{ name: 't', columns: 'a' }] },
    { tables: [{ ...content.tables[0], rows: [[true]] }] },
    { tables: [], more: 1 },
  ],
};

interface Values {
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}
const kinds: Readonly<Record<string, Readonly<Record<string, Values>>>> = {
  browser: {
    name,
    origins: texts,
    startUrl: text,
    files: textByName,
    deterministic: flag,
    executablePath: text,
    chromiumSandbox: flag,
    limits: numbers,
  },
  coding: {
    name,
    client: { good: ['claude-code', 'codex', 'pi'], bad: ['cursor', 1] },
    root: text,
    ...files,
    masks: {
      good: [[], [{ name: 'clock', pattern: 'x', replacement: 'y', sortLines: true, commands: 'z' }]],
      bad: [[{}], [{ name: 'clock', regex: 'x' }], 'x'],
    },
    engine: text,
    limits: numbers,
    programs: texts,
    packages: texts,
    sha256: text,
  },
  composite: {
    name,
    environments: {
      good: [[{ type: 'sql' }]],
      bad: [[], [{}], [{ type: 1 }], [{ type: 'sql', prefix: 'A' }], 'sql'],
    },
  },
  docker: { ...sandboxed, image: text, program: text, python: text },
  files: {
    name,
    ...files,
    writable: flag,
    python: {
      good: [true, false, {}, { engine: 'monty', limits: {}, deterministic: false }],
      bad: ['yes', { motor: 'x' }],
    },
  },
  mcp: {
    server: {
      good: [
        server,
        { command: 'a', args: ['b'], env: { c: 'd' }, cwd: '/' },
        { url: 'http://x', headers: { a: 'b' } },
      ],
      bad: [
        {},
        { command: 1 },
        { command: 'a', url: 'b' },
        { url: 'a', args: [] },
        { headers: {} },
        { args: [] },
      ],
    },
    name,
    allow: texts,
    timeoutSeconds: number,
    connectTimeoutSeconds: number,
    readState: {
      good: [{}, { a: { tool: 'x' }, b: { tool: 'x', arguments: {} }, c: { resource: 'y' } }],
      bad: [{ a: {} }, { a: { tool: 'x', resource: 'y' } }, { a: { arguments: {} } }],
    },
    reset: {
      good: [{ tool: 'x' }, { tool: 'x', arguments: {}, seed: 'y' }],
      bad: [{}, { tool: 1 }, { seed: 'y' }, { tool: 'x', arguments: [] }],
    },
    deterministic: flag,
    volatile: { good: [{ a: ['b'] }], bad: [{ a: 'b' }] },
    identity: { good: [null, 1, { a: [] }], bad: [] },
  },
  postgres: {
    name,
    content: tables,
    writable: flag,
    limits: {
      good: [{ maxRows: 1, maxResultChars: 1, maxStatementBytes: 1, maxSeconds: 0.5 }],
      bad: [{ rows: 1 }, { maxRows: '1' }],
    },
  },
  python: { ...sandboxed, engine: text, packages: texts },
  rest: {
    name,
    spec: { good: ['x', {}], bad: [1, []] },
    mock: {
      good: [true, {}, { counts: 0 }, { counts: { a: 1 } }, { initial: { a: [{}] } }],
      bad: [
        false,
        { counts: -1 },
        { counts: { a: -1 } },
        { initial: { a: {} } },
        { initial: { a: [1] } },
        { seed: 1 },
      ],
    },
    baseUrl: text,
    headers: textByName,
    query: textByName,
    methods: texts,
    reset: {
      good: [{ tool: 'x', arguments: {} }],
      bad: [{}, { tool: 'x', seed: 'y' }, { tool: 'x', arguments: 1 }],
    },
    readState: {
      good: [{ a: { tool: 'x', arguments: {}, key: 'id' } }],
      bad: [{ a: {} }, { a: { tool: 'x', key: 1 } }, { a: { resource: 'x' } }, []],
    },
    timeoutSeconds: number,
    maxBytes: atLeastOne,
    maxChars: atLeastOne,
  },
  sql: {
    name,
    content: tables,
    database: text,
    sha256: { good: ['0'.repeat(64)], bad: ['0', 'G'.repeat(64), 1] },
    writable: flag,
    limits: { good: [{ maxRows: 1 }], bad: [{ rows: 1 }, { maxRows: '1' }] },
  },
  world: { world: { good: ['airline', 'warehouse'], bad: ['airlines', 1, null] } },
};

it('are these kinds', () =>
  expect(Object.keys(builtInEnvironments), 'add its options to kinds in this file').toEqual(
    Object.keys(kinds),
  ));

it('each have a public function that makes them', () => {
  const made = Object.values(builtInEnvironments).flatMap(
    ({ create }) => /create\w+Environment/.exec(String(create)) ?? [],
  );
  expect(made.length).toBeGreaterThan(5);
  expect(
    made.filter((name) => !(name in environments)),
    'export it from src/environments/index.ts',
  ).toEqual([]);
});

it('each have a test that runs the suite on them', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .filter((text) => text.includes('describeEnvironment('));
  const missing = Object.entries(builtInEnvironments).filter(([, { create }]) => {
    const [made = ''] = /create\w+/.exec(String(create)) ?? [];
    return made === '' || !tests.some((text) => text.includes(made));
  });
  expect(
    missing.map(([kind]) => kind),
    'add KIND-environment.conformance.test.ts beside it',
  ).toEqual([]);
});

it.each(Object.entries(kinds))('%s takes its options, and nothing else', (kind, options) => {
  const own = needed[kind] ?? {};
  expect(accepts(kind, own)).toBe(true);
  expect(accepts(kind, { ...own, unknown: 1 })).toBe(false);
  for (const required of Object.keys(own))
    expect(accepts(kind, { ...own, [required]: undefined as never })).toBe(false);
  for (const [option, { good, bad }] of Object.entries(options)) {
    for (const value of good)
      expect([option, value, accepts(kind, { ...own, [option]: value as Json })]).toEqual([
        option,
        value,
        true,
      ]);
    for (const value of bad)
      expect([option, value, accepts(kind, { ...own, [option]: value as Json })]).toEqual([
        option,
        value,
        false,
      ]);
  }
});
