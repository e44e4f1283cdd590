import type { Json } from '../../core/index.js';
import { failedObservation, type Observation } from '../../records/index.js';
import { sqlObservation } from '../sql/sql-tools.js';
import type { CheckedCall, WorldBody } from '../world-body.js';
import type { WorldState } from '../world-state.js';
import type { PostgresFacts, PostgresLimits } from './postgres-jobs.js';
import { PostgresThread, TOO_SLOW } from './postgres-thread.js';

/** Seconds that a database may take to start; a busy machine takes some. */
const MAX_START_SECONDS = 120;

/** What all worlds of one environment share. */
export interface PostgresWorldSource {
  /** The database that every world starts with. */
  readonly image: ArrayBuffer;
  readonly limits: PostgresLimits;
}

/**
 * A PostgreSQL of its own, started at the first call. A branch, and a world whose statement took too long, begin with the
 * image and the writes of the episode so far, run again at the next call.
 */
export class PostgresWorld implements WorldBody {
  readonly #source: PostgresWorldSource;
  readonly #writes: string[];
  #state: WorldState;
  #thread: PostgresThread | undefined;

  constructor(source: PostgresWorldSource, state: WorldState, writes: readonly string[] = []) {
    this.#source = source;
    this.#state = state;
    this.#writes = [...writes];
  }

  async run({ tool, arguments: { sql: given }, signal }: CheckedCall): Promise<Observation> {
    const { limits } = this.#source;
    const sql = String(given);
    if (Buffer.byteLength(sql) > limits.maxStatementBytes) {
      return failedObservation('limit', `a statement has at most ${limits.maxStatementBytes} bytes`);
    }
    if (sql.includes('\0')) return failedObservation('sql_error', 'a statement has no NUL character');
    const thread = await this.#open(signal);
    const access = tool === 'sql_execute' ? 'write' : 'read';
    const answer = await thread.ask(
      { kind: 'run', sql, access, limits },
      { seconds: limits.maxSeconds, signal },
    );
    if (answer === TOO_SLOW) {
      return failedObservation('limit', `the statement takes more than ${limits.maxSeconds} seconds`);
    }
    if (answer.kind !== 'ran') throw new Error(`the database answered ${answer.kind}`);
    // Also a write that failed may have taken numbers from a sequence.
    if (access === 'write') this.#writes.push(sql);
    if (answer.facts !== null) this.#state = stateOf(answer.facts);
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
    const { image, limits } = this.#source;
    const seconds = MAX_START_SECONDS + this.#writes.length * limits.maxSeconds;
    const answer = await thread.ask({ kind: 'open', image, writes: this.#writes }, { seconds, signal });
    if (answer === TOO_SLOW) throw new Error('the database does not start in time');
    return thread;
  }
}

/** Facts as a state. */
export function stateOf(facts: PostgresFacts): WorldState {
  return new Map<string, Json>(facts);
}
