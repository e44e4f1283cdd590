import { defineOptions, option } from '../../core/index.js';
import { OneAtATime, timerMilliseconds } from '../../core/internal.js';
import { sandboxError } from '../error-codes.js';
import { findMontyBinary } from './find-binary.js';
import { launchCommand } from './launch-command.js';
import { configureTypeCheckRequest, feedRequest, resumeCallRequest } from './wire/requests.js';
import { type Turn, WorkerProcess } from './worker-process.js';

/** One thing that the type checker says; lines and columns from 1, columns in Unicode code points, end exclusive. */
export interface TypeDiagnostic {
  /** The checker's name of the rule: `invalid-argument-type`. */
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** What {@link MontyTypeChecker.check} answers. `gave_up`: too large or too slow for the checker. */
export type TypeCheckOutcome =
  | { readonly kind: 'checked'; readonly diagnostics: readonly TypeDiagnostic[] }
  | { readonly kind: 'gave_up'; readonly reason: string };

/** How a {@link MontyTypeChecker} is set up. */
export interface MontyTypeCheckerOptions {
  /** Stubs of names that the checker's own builtins lack, as the text of a `.pyi` file. */
  readonly builtinStubs: string;
  /** The stub of a module that the checker does not know. */
  readonly moduleStub: string;
  /** Seconds that one check may take. Default 10. */
  readonly timeoutSeconds?: number;
  /** Path of the `monty` binary. Default: as for the engine. */
  readonly binary?: string;
}

const checkMontyTypeCheckerOptions = defineOptions<MontyTypeCheckerOptions>()('MontyTypeChecker', {
  builtinStubs: option.required(option.string),
  moduleStub: option.required(option.string),
  timeoutSeconds: option.number,
  binary: option.string,
});

const DEFAULT_SECONDS = 10;
/** Seconds without a check after which the process ends. */
const IDLE_SECONDS = 10;
const MEMORY_MEGABYTES = 256;
const ADDRESS_SPACE_MEGABYTES = 2048;
const CPU_SECONDS = 3600;
const MAX_ANSWER_BYTES = 16 * 2 ** 20;
const MAX_STUB_BYTES = 2 ** 20;
/** Turns of one check: the question for stubs, its answer, and the end. */
const MAX_TURNS = 64;

/** The checker accepts a generator, the compiler of Monty refuses it: so the code is checked and never runs. */
const NEVER_RUNS = '\n\ndef _never_runs():\n    yield\n';

/**
 * The type checker in a `monty` worker: one process, one check after another, nothing is run. The process starts with
 * the first check, ends when idle.
 */
export class MontyTypeChecker {
  readonly #options: MontyTypeCheckerOptions;
  #process: WorkerProcess | null = null;
  readonly #checks = new OneAtATime();
  #idle: NodeJS.Timeout | undefined;

  constructor(options: MontyTypeCheckerOptions) {
    checkMontyTypeCheckerOptions(options);
    this.#options = options;
  }

  /**
   * Checks Python source that is syntactically valid, when the checks before it are done.
   *
   * @throws {MettleError} `sandbox/no_engine` where there is no Monty that carries the checker.
   */
  check(code: string): Promise<TypeCheckOutcome> {
    return this.#checks.run(() => this.#check(code));
  }

  /** Ends the process. */
  async close(): Promise<void> {
    await this.#checks.run(() => clearTimeout(this.#idle));
    const process = this.#process;
    this.#process = null;
    process?.kill('closed');
    await process?.exited();
  }

  async #check(code: string): Promise<TypeCheckOutcome> {
    clearTimeout(this.#idle);
    const process = await this.#ready();
    const timer = setTimeout(
      () => process.kill('timeout'),
      timerMilliseconds(this.#options.timeoutSeconds ?? DEFAULT_SECONDS),
    );
    try {
      process.send(feedRequest(code + NEVER_RUNS, null, '/'));
      return this.#outcome(await this.#drive(process));
    } finally {
      clearTimeout(timer);
      this.#idle = setTimeout(() => this.#end(), IDLE_SECONDS * 1000).unref();
    }
  }

  /** Answers what the checker asks, up to its end. */
  async #drive(process: WorkerProcess): Promise<Turn> {
    for (let turns = 0; turns < MAX_TURNS; turns++) {
      const turn = await process.turn(MAX_ANSWER_BYTES);
      if (turn.event.kind !== 'os_call') return turn;
      const { call, callId } = turn.event;
      const answer =
        call.kind === 'import_stubs'
          ? { kind: 'return' as const, given: { kind: 'value' as const, value: this.#stubsOf(call.modules) } }
          : { kind: 'not_handled' as const };
      process.send(resumeCallRequest(callId, answer, MAX_STUB_BYTES));
    }
    process.kill('deadline');
    return process.turn();
  }

  #stubsOf(modules: readonly string[]): ReadonlyMap<string, string> {
    return new Map(modules.map((module) => [module, this.#options.moduleStub]));
  }

  #outcome(turn: Turn): TypeCheckOutcome {
    switch (turn.event.kind) {
      case 'typing_error':
        return { kind: 'checked', diagnostics: readDiagnostics(turn.event.diagnostics) };
      case 'error':
      case 'complete':
        return { kind: 'checked', diagnostics: [] };
      case 'death':
        this.#process = null;
        return {
          kind: 'gave_up',
          reason:
            turn.event.death.killedFor === 'timeout'
              ? 'the type checker took too long'
              : 'the type checker ran out of memory',
        };
      default:
        this.#end();
        return { kind: 'gave_up', reason: `the type checker answered with ${turn.event.kind}` };
    }
  }

  async #ready(): Promise<WorkerProcess> {
    if (this.#process !== null && !this.#process.ended) return this.#process;
    const binary = await findMontyBinary(this.#options.binary ?? null);
    const process = new WorkerProcess(
      launchCommand(binary, { cpuSeconds: CPU_SECONDS, addressSpaceMegabytes: ADDRESS_SPACE_MEGABYTES }),
    );
    process.send(
      configureTypeCheckRequest(
        { maxFeedMicros: 1e6, maxMemoryBytes: MEMORY_MEGABYTES * 2 ** 20, maxRecursionDepth: 100 },
        this.#options.builtinStubs,
      ),
    );
    const { event } = await process.turn();
    if (event.kind !== 'ok') {
      process.kill('closed');
      const why = event.kind === 'death' ? event.death.detail : event.kind;
      throw sandboxError(
        'no_engine',
        `${binary} has no type checker here (${why}); run npx --no mettle install monty`,
      );
    }
    this.#process = process;
    return process;
  }

  #end(): void {
    this.#process?.kill('closed');
    this.#process = null;
  }
}

interface RawPlace {
  readonly row: number;
  readonly column: number;
}

interface RawDiagnostic {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly location: RawPlace;
  readonly end_location: RawPlace;
}

function readDiagnostics(text: string): readonly TypeDiagnostic[] {
  return (JSON.parse(text) as readonly RawDiagnostic[]).map((raw) => ({
    rule: raw.code,
    severity: raw.severity,
    message: raw.message,
    line: raw.location.row,
    column: raw.location.column,
    endLine: raw.end_location.row,
    endColumn: raw.end_location.column,
  }));
}
