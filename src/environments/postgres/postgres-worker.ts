/** The thread that a PostgreSQL database lives in, so that a statement can be ended whatever it does. */
import { parentPort } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { errorMessage } from '../../core/internal.js';
import { fillDatabase, readFacts, runStatement } from './postgres-database.js';
import type { PostgresAnswer, PostgresJob } from './postgres-jobs.js';
import { POSTGRES_RULES } from './postgres-rules.js';

let database: PGlite | undefined;

async function answer(job: PostgresJob): Promise<PostgresAnswer> {
  const library = await import('@electric-sql/pglite').catch((error: unknown) => errorMessage(error));
  if (typeof library === 'string') return { kind: 'unavailable', message: library };
  switch (job.kind) {
    case 'build': {
      database = await library.PGlite.create();
      await fillDatabase(database, job.tables);
      await database.exec(POSTGRES_RULES);
      const facts = await readFacts(database);
      const { rows } = await database.query<{ version: string }>('SELECT version()');
      const dump = await database.dumpDataDir('none');
      return { kind: 'built', image: await dump.arrayBuffer(), facts, version: rows[0]?.version ?? '' };
    }
    case 'open':
      database = await library.PGlite.create({ loadDataDir: new Blob([job.image]) });
      for (const sql of job.writes)
        await runStatement(database, { kind: 'run', sql, access: 'write', limits: NONE });
      return { kind: 'opened' };
    case 'run': {
      if (database === undefined) throw new Error('no database is open');
      const outcome = await runStatement(database, job);
      const facts = job.access === 'write' && outcome.ok ? await readFacts(database) : null;
      return { kind: 'ran', outcome, facts };
    }
  }
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
  parentPort?.postMessage(result, result.kind === 'built' ? [result.image] : []);
});
