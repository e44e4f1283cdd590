/** Worlds: what opening, calling, forking, snapshots and resets cost, beside the bare thing that a world stands on. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createBrowserEnvironment,
  createFileEnvironment,
  createPostgresEnvironment,
  createPythonEnvironment,
  createRestEnvironment,
  createSqlEnvironment,
  defineEnvironment,
  type Environment,
  shopSpec,
  type World,
  type WorldBody,
} from 'mettle/environments';
import type { BenchSuite, Comparison, Figure } from './harness.js';

const BATCH = 200;
const ROWS = 10_000;

/** An environment and the calls that are timed in it. */
interface Subject {
  readonly name: string;
  readonly create: () => Promise<Environment>;
  readonly read: Call;
  /** A call that changes something, another each time. */
  readonly write: (count: number) => Call;
  /** How often each is done. Default 200. */
  readonly batch?: number;
}

interface Call {
  readonly tool: string;
  readonly arguments: Record<string, string | number>;
}

const sql = (statement: string, tool = 'sql_query'): Call => ({ tool, arguments: { sql: statement } });

const tables = (rows: number) => [
  {
    name: 'item',
    columns:
      'id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, price REAL NOT NULL, stock INTEGER',
    rows: Array.from({ length: rows }, (_, id) => [id, `item ${id}`, `kind ${id % 9}`, id * 1.5, id % 50]),
  },
];

const sqlSubject = (rows: number): Subject => ({
  name: `SQL, ${rows.toLocaleString('en')} rows`,
  create: () => createSqlEnvironment({ content: { tables: tables(rows) } }),
  read: sql('SELECT name, price FROM item WHERE id = 7'),
  write: (count) => sql(`UPDATE item SET stock = ${count} WHERE id = 7`, 'sql_execute'),
});

const subjects: readonly Subject[] = [
  {
    name: 'a number',
    create: async () => numberEnvironment(),
    read: { tool: 'set', arguments: { to: 0 } },
    write: (count) => ({ tool: 'set', arguments: { to: count } }),
  },
  sqlSubject(250),
  sqlSubject(ROWS),
  {
    name: 'files, 1,000',
    create: () =>
      createFileEnvironment({
        files: Object.fromEntries(
          Array.from({ length: 1_000 }, (_, index) => [`part-${index % 9}/${index}.txt`, `${index}\n`]),
        ),
      }),
    read: { tool: 'read_file', arguments: { path: 'part-0/0.txt' } },
    write: (count) => ({ tool: 'write_file', arguments: { path: 'part-0/0.txt', content: `${count}\n` } }),
  },
];

/** Worlds that stand on a process, a thread or a browser: what this machine lacks is left out, with the reason on stderr. */
const heavySubjects: readonly Subject[] = [
  {
    name: 'Python',
    batch: 5,
    create: () => createPythonEnvironment({}),
    read: { tool: 'python', arguments: { code: '1 + 1' } },
    write: (count) => ({ tool: 'python', arguments: { code: `x = ${count}` } }),
  },
  {
    name: 'PostgreSQL, 250 rows',
    batch: 5,
    create: () => createPostgresEnvironment({ content: { tables: tables(250) } }),
    read: sql('SELECT name, price FROM item WHERE id = 7'),
    write: (count) => sql(`UPDATE item SET stock = ${count} WHERE id = 7`, 'sql_execute'),
  },
  {
    name: 'browser',
    batch: 5,
    create: () =>
      createBrowserEnvironment({
        startUrl: 'http://page.test/',
        chromiumSandbox: process.getuid?.() !== 0,
        sites: {
          'http://page.test': {
            version: '1',
            open: () => ({
              handle: (_, response) => {
                response.setHeader('content-type', 'text/html');
                response.end('<title>Page</title><label>Note <input name="note"></label>');
              },
            }),
          },
        },
      }),
    read: { tool: 'browser_read', arguments: {} },
    write: (count) => ({ tool: 'browser_type', arguments: { field: 'Note', text: `note ${count}` } }),
  },
];

/** The smallest world that there can be: what all worlds cost beside what they do. */
function numberEnvironment(): Environment {
  const body = (start: number): WorldBody => {
    let now = start;
    return {
      run: async ({ arguments: { to } }) => {
        now = Number(to);
        return { status: 'ok', content: String(now), data: now, error: null };
      },
      state: () => new Map([['number', now]]),
      fork: async () => body(now),
      close: async () => undefined,
    };
  };
  const parameters = {
    type: 'object',
    properties: { to: { type: 'integer' } },
    required: ['to'],
    additionalProperties: false,
  };
  return defineEnvironment({
    name: 'number',
    version: 1,
    tools: [{ name: 'set', description: 'Sets it.', parameters }],
    identity: {},
    begin: async () => body(0),
  });
}

const opened: { close(): Promise<void> }[] = [];
let folder: string | undefined;

async function comparisons(): Promise<readonly Comparison[]> {
  folder = mkdtempSync(join(tmpdir(), 'mettle-bench-'));
  const original = join(folder, 'database');
  // As many bytes as SQLite's image of so many rows.
  writeFileSync(original, new Uint8Array(480_000));
  let copies = 0;
  const copy = {
    name: 'a copied database file',
    run: () => copyFileSync(original, join(folder ?? '', `copy-${copies++ % 10}`)),
  };
  const environment = await sqlSubject(ROWS).create();
  const world = await environment.open({ seed: 0 });
  opened.push(world, environment);
  const { read } = sqlSubject(ROWS);
  return [
    {
      name: `fork of a world with ${ROWS.toLocaleString('en')} rows`,
      subject: { name: 'fork', run: async () => (await world.fork()).close() },
      baseline: copy,
      claim: { medianSeconds: 0.001 },
    },
    {
      name: `fork of a world with ${ROWS.toLocaleString('en')} rows, and a call in it`,
      subject: {
        name: 'fork, call',
        run: async () => {
          await using branch = await world.fork();
          await branch.call(read.tool, read.arguments);
        },
      },
      baseline: copy,
    },
  ];
}

async function figures(): Promise<readonly Figure[]> {
  const lines: Figure[] = [];
  for (const subject of subjects) lines.push(...(await ratesOf(subject)));
  lines.push(...(await ratesOf(await restSubject())));
  for (const subject of heavySubjects) {
    try {
      lines.push(...(await ratesOf(subject)));
    } catch (error) {
      if (!/[/_]unavailable$/.test(String((error as { code?: unknown }).code))) throw error;
      console.error(`${subject.name}: left out: ${(error as Error).message}`);
    }
  }
  return lines;
}

async function restSubject(): Promise<Subject> {
  const create = () => createRestEnvironment({ spec: shopSpec, mock: true });
  await using environment = await create();
  const [tool] = environment.tools;
  const values = environment.sampleArguments(tool?.name ?? '', { prompt: '', seed: 0 }) ?? {};
  const call: Call = { tool: tool?.name ?? '', arguments: values as Call['arguments'] };
  return { name: 'REST mock', create, read: call, write: () => call };
}

/** How many of each there are in a second, one after another. */
async function ratesOf({ name, create, read, write, batch = BATCH }: Subject): Promise<readonly Figure[]> {
  await using environment = await create();
  await using world = await environment.open({ seed: 0 });
  const call = (target: World, { tool, arguments: values }: Call) => target.call(tool, values);
  let count = 1;
  await call(world, write(count++));
  const forks = environment.capabilities.fork === true;
  await using snapshot = forks ? await world.snapshot() : null;
  const branches: Readonly<Record<string, () => Promise<unknown>>> = {
    fork: async () => (await world.fork()).close(),
    'fork after a write': async () => {
      await call(world, write(count++));
      await (await world.fork()).close();
    },
    snapshot: async () => (await world.snapshot()).release(),
    restore: async () => (snapshot === null ? undefined : world.restore(snapshot)),
  };
  const work: Readonly<Record<string, () => Promise<unknown>>> = {
    open: async () => (await environment.open({ seed: 0 })).close(),
    'call that reads': () => call(world, read),
    'call that writes': () => call(world, write(count++)),
    ...(forks ? branches : {}),
    reset: () => world.reset(0),
  };
  const lines: Figure[] = [];
  for (const [what, once] of Object.entries(work)) {
    for (let warm = 0; warm < Math.min(5, batch / 5); warm++) await once();
    const began = performance.now();
    for (let done = 0; done < batch; done++) await once();
    const value = (batch / (performance.now() - began)) * 1000;
    const claim = what === 'fork' && batch === BATCH ? { claim: '≥ 1,000' } : {};
    lines.push({
      name: `${name}: ${what}`,
      value: value < 10 ? Math.round(value * 10) / 10 : Math.round(value),
      unit: 'a second',
      ...claim,
    });
  }
  return lines;
}

/** Benchmarks of `environments/`. */
export const suite: BenchSuite = {
  name: 'environments',
  comparisons,
  figures,
  close: async () => {
    for (const one of opened.splice(0)) await one.close();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    folder = undefined;
  },
};
