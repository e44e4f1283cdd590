import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { errorMessage, type JsonObject, MettleError } from '../../core/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import type { ToolCallResult, World } from '../environment.js';
import { failedObservation, type Observation } from '../observation.js';
import { callPythonTool } from '../python-tool.js';
import { checkToolArguments } from '../tool-arguments.js';
import type { ToolDefinition } from '../tool-definition.js';
import { type StateChange, type WorldState, worldStateChanges, worldStateDigest } from '../world-state.js';
import type { SqlContent } from './sql-content.js';
import type { SqlLimits } from './sql-limits.js';
import { readSqlState } from './sql-state.js';
import { runSqlStatement } from './sql-statement.js';
import { sqlObservation } from './sql-tools.js';

/** What a {@link SqlWorld} is made from. */
export interface SqlWorldOptions {
  readonly sqlite: Sqlite3Static;
  readonly database: Database;
  readonly content: SqlContent;
  readonly limits: SqlLimits;
  readonly tools: readonly ToolDefinition[];
  readonly initialState: WorldState;
  readonly initialDigest: string;
  /** Gives the sandbox of this world when the agent first asks for Python. */
  readonly openSandbox: (() => Promise<Sandbox>) | undefined;
  /** Takes that sandbox back when the world closes. */
  readonly closeSandbox: (sandbox: Sandbox) => Promise<void>;
}

/** A database of its own, the tools on it, and a Python namespace of its own. */
export class SqlWorld implements World {
  readonly #options: SqlWorldOptions;
  #state: WorldState;
  #digest: string;
  /** Tables that the call now running may write, in lower case. */
  readonly #writtenTables = new Set<string>();
  #sandbox: Promise<Sandbox> | undefined;
  #lastCall: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: SqlWorldOptions) {
    this.#options = options;
    this.#state = options.initialState;
    this.#digest = options.initialDigest;
  }

  call(tool: string, argumentValues: JsonObject): Promise<ToolCallResult> {
    const result = this.#lastCall.then(() => this.#call(tool, argumentValues));
    this.#lastCall = result.catch(() => undefined);
    return result;
  }

  state(): WorldState {
    return this.#state;
  }

  stateDigest(): string {
    return this.#digest;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#lastCall;
    this.#options.database.close();
    const sandbox = await this.#sandbox;
    if (sandbox !== undefined) await this.#options.closeSandbox(sandbox);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #call(name: string, argumentValues: JsonObject): Promise<ToolCallResult> {
    if (this.#closed) {
      throw new MettleError({
        code: 'environments/world_closed',
        message: 'This world is closed; open a new one.',
      });
    }
    const { sqlite, database } = this.#options;
    const rowsChanged = sqlite.capi.sqlite3_total_changes(database);
    this.#writtenTables.clear();
    const observation = await this.#observe(name, argumentValues);
    const isSame = sqlite.capi.sqlite3_total_changes(database) === rowsChanged;
    const changes = isSame ? [] : this.#refreshState();
    return { observation, stateDigest: this.#digest, changes };
  }

  async #observe(name: string, argumentValues: JsonObject): Promise<Observation> {
    const { tools } = this.#options;
    const tool = tools.find((candidate) => candidate.name === name);
    if (tool === undefined) {
      const known = tools.map((candidate) => candidate.name).join(', ');
      return failedObservation(
        'unknown_tool',
        `there is no tool ${JSON.stringify(name)}; there are ${known}`,
      );
    }
    const problems = checkToolArguments(tool, argumentValues);
    if (problems.length > 0) return failedObservation('invalid_arguments', problems.join('; '));
    if (name === 'python') return callPythonTool(await this.#openSandbox(), String(argumentValues.code));
    return this.#runSql(String(argumentValues.sql), name === 'sql_execute' ? 'write' : 'read');
  }

  #runSql(sql: string, access: 'read' | 'write'): Observation {
    const { sqlite, database, limits } = this.#options;
    const onWrite = (table: string): void => {
      this.#writtenTables.add(table.toLowerCase());
    };
    try {
      return sqlObservation(runSqlStatement({ sqlite, database, sql, access, limits, onWrite }));
    } catch (error) {
      throw new MettleError({
        code: 'environments/world_broken',
        message: `SQLite failed outside the statement: ${errorMessage(error)}. Open a new world.`,
        cause: error,
      });
    }
  }

  #refreshState(): readonly StateChange[] {
    const before = this.#state;
    const { sqlite, database, content } = this.#options;
    const after = readSqlState(sqlite, database, content, before, this.#writtenTables);
    const changes = worldStateChanges(before, after);
    if (changes.length > 0) {
      this.#state = after;
      this.#digest = worldStateDigest(after);
    }
    return changes;
  }

  #openSandbox(): Promise<Sandbox> {
    const { openSandbox } = this.#options;
    if (openSandbox === undefined) {
      throw new MettleError({
        code: 'environments/world_broken',
        message: 'This world offers Python without a sandbox.',
      });
    }
    this.#sandbox ??= openSandbox();
    return this.#sandbox;
  }
}
