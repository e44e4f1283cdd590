/** The thread that a PostgreSQL database lives in, so that a statement can be ended whatever it does. */
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { errorMessage } from '../../core/internal.js';
import type { LeftOut } from '../left-out.js';
import { dumpText } from '../sql/dump/dump-text.js';
import { loadPostgresDump } from './dump/load-postgres-dump.js';
import { fillDatabase, runStatement } from './postgres-database.js';
import { readFacts } from './postgres-facts.js';
import type { PostgresAnswer, PostgresEngine, PostgresImage, PostgresJob } from './postgres-jobs.js';
import { POSTGRES_RULES } from './postgres-rules.js';
import { type PostgresSchema, readPostgresSchema } from './postgres-schema.js';
import { standStill } from './postgres-stillness.js';

const repeatRandomness = standStill();

type Library = typeof import('@electric-sql/pglite');

/** What of WebAssembly is used here; Node's declarations lack it. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<PostgresEngine> };

let database: PGlite | undefined;
let schema: PostgresSchema | undefined;

async function answer(job: PostgresJob): Promise<PostgresAnswer> {
  const library = await import('@electric-sql/pglite').catch((error: unknown) => errorMessage(error));
  if (typeof library === 'string') return { kind: 'unavailable', message: library };
  switch (job.kind) {
    case 'build':
      return build(library, job);
    case 'open':
      database = await begin(library, job.image);
      schema = await readPostgresSchema(database);
      for (const sql of job.writes) {
        const again = { kind: 'run', sql, access: 'write', limits: NONE } as const;
        await runStatement(database, again, { ...schema, tables: [] });
      }
      return { kind: 'opened' };
    case 'run':
      if (database === undefined || schema === undefined) throw new Error('no database is open');
      return { kind: 'ran', ...(await runStatement(database, job, schema)) };
  }
}

async function build(
  library: Library,
  job: Extract<PostgresJob, { kind: 'build' }>,
): Promise<PostgresAnswer> {
  const empty = job.empty ?? (await makeEmpty(library));
  const built = await begin(library, empty);
  const leftOut: LeftOut[] = [];
  if (job.dump !== null) {
    const read = dumpText(job.dump);
    if (read === null) throw new Error('it is no text, so no SQL dump');
    leftOut.push(...read.leftOut, ...(await loadPostgresDump(built, read.text)));
  }
  await fillDatabase(built, job.tables);
  const made = await readPostgresSchema(built);
  await built.exec(POSTGRES_RULES);
  const facts = await readFacts(built, made.tables);
  const { rows } = await built.query<{ version: string }>('SELECT version()');
  return {
    kind: 'built',
    image: { files: await filesOf(built), engine: empty.engine },
    empty: job.empty === null ? empty : null,
    facts,
    schema: made.tables.map((table) => table.schema),
    schemaText: made.text,
    version: rows[0]?.version ?? '',
    leftOut: [...leftOut, ...made.leftOut],
  };
}

async function makeEmpty(library: Library): Promise<PostgresImage> {
  const engine = await compiled();
  // Smaller files of its log are copied sooner.
  const made = await library.PGlite.create({
    initDbStartParams: ['--wal-segsize=1'],
    ...(engine !== null && { pgliteWasmModule: engine }),
  });
  return { files: await filesOf(made), engine };
}

/** PostgreSQL compiled from the file beside the library; null where a version of it has none there. */
async function compiled(): Promise<PostgresEngine | null> {
  try {
    const path = new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
    return await WebAssembly.compile(await readFile(path));
  } catch {
    return null;
  }
}

function begin(library: Library, { files, engine }: PostgresImage): Promise<PGlite> {
  repeatRandomness();
  return library.PGlite.create({
    loadDataDir: new Blob([files]),
    ...(engine !== null && { pgliteWasmModule: engine }),
  });
}

async function filesOf(built: PGlite): Promise<ArrayBuffer> {
  const dump = await built.dumpDataDir('none');
  return dump.arrayBuffer();
}

/** What was let through once is let through again. */
const NONE = {
  maxRows: 1,
  maxResultChars: Number.MAX_SAFE_INTEGER,
  maxStatementBytes: Number.MAX_SAFE_INTEGER,
  maxSeconds: Number.MAX_SAFE_INTEGER,
};

parentPort?.on('message', async (job: PostgresJob) => {
  const result = await answer(job).catch((error: unknown) => ({
    kind: 'failed' as const,
    message: errorMessage(error),
  }));
  parentPort?.postMessage(result, result.kind === 'built' ? [result.image.files] : []);
});
