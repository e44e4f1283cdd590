import { canonicalJson, type Json } from '../../core/index.js';
import { failedObservation, type Observation } from '../../records/index.js';
import type { OverlayState } from '../overlay-state.js';
import { sqlObservation } from '../sql/sql-tools.js';
import type { CheckedCall, WorldBody } from '../world-body.js';
import type { WorldState } from '../world-state.js';
import type { PostgresJob, PostgresLimits, PostgresTableFacts } from './postgres-jobs.js';
import { MAX_START_SECONDS, type PostgresReader } from './postgres-reader.js';
import { PostgresThread, TOO_SLOW } from './postgres-thread.js';

/** What all worlds of one environment share. */
export interface PostgresWorldSource {
  /** The database that every world starts with. */
  readonly reader: PostgresReader;
  readonly limits: PostgresLimits;
}

/**
 * A PostgreSQL of its own, started at the first write; until then, the one that all worlds begin with is read. A branch, and a
 * world whose statement took too long, begin with the image and the writes of the episode so far, run again at the next call.
 */
export class PostgresWorld implements WorldBody {
  readonly #source: PostgresWorldSource;
  readonly #writes: string[];
  #state: OverlayState;
  #thread: PostgresThread | undefined;

  constructor(source: PostgresWorldSource, state: OverlayState, writes: readonly string[] = []) {
    this.#source = source;
    this.#state = state;
    this.#writes = [...writes];
  }

  async run({ tool, arguments: { sql: given }, signal }: CheckedCall): Promise<Observation> {
    const { limits, reader } = this.#source;
    const sql = String(given);
    if (Buffer.byteLength(sql) > limits.maxStatementBytes) {
      return failedObservation('limit', `a statement has at most ${limits.maxStatementBytes} bytes`);
    }
    if (sql.includes('\0')) return failedObservation('sql_error', 'a statement has no NUL character');
    const access = tool === 'sql_execute' ? 'write' : 'read';
    const asked = access === 'read' && this.#writes.length === 0 ? reader : await this.#open(signal);
    const job: Extract<PostgresJob, { kind: 'run' }> = { kind: 'run', sql, access, limits };
    const answer = await asked.ask(job, { seconds: limits.maxSeconds, signal });
    if (answer === TOO_SLOW) {
      return failedObservation('limit', `the statement takes more than ${limits.maxSeconds} seconds`);
    }
    if (answer.kind !== 'ran') throw new Error(`the database answered ${answer.kind}`);
    // Also a write that failed may have taken numbers from a sequence.
    if (access === 'write') this.#writes.push(sql);
    if (answer.changed !== null) this.#state = stateWith(this.#state, answer.changed);
    return sqlObservation(answer.outcome);
  }

  state(): WorldState {
    return this.#state;
  }

  async fork(): Promise<WorldBody> {
    return new PostgresWorld(this.#source, this.#state, this.#writes);
  }

  async close(): Promise<void> {
    await this.#thread?.end();
  }

  async #open(signal: AbortSignal | undefined): Promise<PostgresThread> {
    if (this.#thread !== undefined && !this.#thread.hasEnded) return this.#thread;
    const thread = new PostgresThread();
    this.#thread = thread;
    const { reader, limits } = this.#source;
    const seconds = MAX_START_SECONDS + this.#writes.length * limits.maxSeconds;
    const job: PostgresJob = { kind: 'open', image: reader.image, writes: this.#writes };
    const answer = await thread.ask(job, { seconds, signal });
    if (answer === TOO_SLOW) throw new Error('the database does not start in time');
    return thread;
  }
}

/** The state in which these tables have these rows. */
function stateWith(before: OverlayState, { tables, facts }: PostgresTableFacts): OverlayState {
  const changed = new Map<string, Json | undefined>();
  const isRead = new Set(tables);
  const now = new Map(facts);
  for (const name of before.keys()) {
    if (isRead.has(name.slice(0, name.indexOf('/'))) && !now.has(name)) changed.set(name, undefined);
  }
  for (const [name, fact] of now) {
    const known = before.get(name);
    if (known === undefined || canonicalJson(known) !== canonicalJson(fact)) changed.set(name, fact);
  }
  return changed.size === 0 ? before : before.with(changed);
}
