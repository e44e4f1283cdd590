import { errorMessage, type Json, MettleError } from '../../core/index.js';
import type { FileTree, FileTreeCheckpoint } from '../../filesystem/index.js';
import type {
  Engine,
  EngineOutcome,
  EngineRun,
  EngineSession,
  EngineSessionOptions,
  EngineStep,
} from '../engine.js';
import { loadSession } from '../load-session.js';
import type { PythonValue } from '../python-value.js';
import { pythonValueToJson } from '../python-value-to-json.js';
import { forecast, isSuspect } from './needs-cpython.js';
import { outputOnce } from './output-once.js';
import { copyPythonValue, type LoggedRun, recordCalls, replayCalls } from './run-log.js';
import { TextHistory } from './text-history.js';

/** The engines that `auto` chooses between. CPython is not probed before it is needed. */
export interface AutoEngines {
  readonly monty: Engine;
  readonly cpython: Engine;
}

/** Runs that are kept for repeating; a session with more stays in the engine it is in. */
const MAX_LOGGED_RUNS = 1000;

/**
 * A namespace that starts in Monty and moves to CPython at the first run that needs it: the runs so far are repeated
 * there from the same trees and with the same answers of host functions, then the session stays there.
 */
export class AutoSession implements EngineSession {
  readonly #engines: AutoEngines;
  readonly #options: EngineSessionOptions;
  readonly #files: FileTree;
  readonly #monty: EngineSession;
  #cpython: EngineSession | null = null;
  #log: LoggedRun[] = [];
  /** Why the runs so far cannot be repeated, or null. */
  #cannotRepeat: string | null = null;
  readonly #definedNames = new Set<string>();
  readonly #definedModules = new Map<string, string>();
  readonly #text = new TextHistory();

  constructor(engines: AutoEngines, options: EngineSessionOptions, monty: EngineSession) {
    this.#engines = engines;
    this.#options = options;
    this.#files = options.files;
    this.#monty = monty;
  }

  async run(request: EngineRun): Promise<EngineOutcome> {
    if (this.#cpython !== null) return inCpython(await this.#cpython.run(request), null);
    const before = this.#files.checkpoint();
    const { reason: found, rewrite } = forecast(request, this.#files, {
      definedNames: this.#definedNames,
      definedModules: this.#definedModules,
    });
    this.#text.sawRun(request);
    const reason = found ?? this.#text.reason();
    if (reason !== null) {
      const moved = await this.#openInCpython();
      if (moved.session !== null) {
        this.#moveTo(moved.session);
        return inCpython(await moved.session.run(request), reason);
      }
    }
    const recorded = recordCalls(request.functions);
    const output = outputOnce(request.onOutput ?? null);
    const inputs = copyInputs(request.inputs);
    const outcome = await this.#monty.run({
      ...request,
      functions: recorded.functions,
      onOutput: output.first,
      noteText: true,
    });
    this.#text.came(outcome.effects);
    const run = {
      request: { ...request, inputs },
      before,
      calls: recorded.calls,
      ok: outcome.ok,
      value: outcome.value,
      stdout: outcome.stdout,
    };
    const again = { ...request, inputs, onOutput: output.second };
    const better =
      (await this.#askAboutText(run, again, outcome)) ?? (await this.#askCpython(again, outcome, before));
    if (better !== null && this.#cpython !== null) return better;
    this.#remember(run, outcome);
    for (const name of rewrite.boundNames) this.#definedNames.add(name);
    for (const [name, module] of rewrite.boundModules) this.#definedModules.set(name, module);
    return better ?? inMonty(outcome);
  }

  async start(request: EngineRun, suspendOn: ReadonlySet<string>): Promise<EngineStep> {
    if (this.#cpython !== null || this.#monty.start === undefined) {
      throw new MettleError({
        code: 'sandbox/cannot_suspend',
        message:
          'This sandbox has moved to CPython, which cannot suspend a run; reset it, or use engine "monty".',
      });
    }
    this.#cannotRepeat = 'a run of this sandbox was suspended';
    return this.#monty.start(request, suspendOn);
  }

  async restore(
    state: Uint8Array,
    request: Omit<EngineRun, 'inputs'>,
    suspendOn: ReadonlySet<string>,
  ): Promise<EngineStep> {
    if (this.#monty.restore === undefined) throw invalidDump();
    this.#cannotRepeat = 'the sandbox was resumed from a dump';
    return this.#monty.restore(state, request, suspendOn);
  }

  async reset(): Promise<void> {
    await this.#cpython?.close();
    this.#cpython = null;
    await this.#monty.reset();
    this.#forget(null);
  }

  async dump(): Promise<Uint8Array> {
    const state = await (this.#cpython ?? this.#monty).dump();
    const dump = new Uint8Array(state.byteLength + 1);
    dump[0] = this.#cpython === null ? MONTY_DUMP : CPYTHON_DUMP;
    dump.set(state, 1);
    return dump;
  }

  async load(state: Uint8Array): Promise<void> {
    const bytes = state.subarray(1);
    if (state[0] === CPYTHON_DUMP) {
      const session = await this.#engines.cpython.openSession(this.#options);
      await loadSession(session, bytes);
      this.#moveTo(session);
      return;
    }
    if (state[0] !== MONTY_DUMP) throw invalidDump();
    await this.#monty.load(bytes);
    this.#forget('the sandbox was loaded from a dump');
  }

  async copyTo(options: EngineSessionOptions): Promise<EngineSession> {
    const { monty, cpython } = this.#engines;
    const copy = new AutoSession(this.#engines, options, await monty.openSession(options));
    if (this.#cpython !== null) {
      const session = await cpython.openSession(options);
      await loadSession(session, await this.#cpython.dump());
      copy.#moveTo(session);
      return copy;
    }
    await copy.#monty.load(await this.#monty.dump());
    copy.#log = [...this.#log];
    copy.#cannotRepeat = this.#cannotRepeat;
    copy.#text.copy(this.#text);
    for (const name of this.#definedNames) copy.#definedNames.add(name);
    for (const [name, module] of this.#definedModules) copy.#definedModules.set(name, module);
    return copy;
  }

  async close(): Promise<void> {
    await Promise.all([this.#monty.close(), this.#cpython?.close()]);
  }

  /**
   * Lets CPython judge a failure that may be Monty's. Returns its outcome when it does better, and then the session
   * has moved; else the failure, with a hint where CPython could not be asked; null when Monty's word stands.
   */
  async #askCpython(
    request: EngineRun,
    outcome: EngineOutcome,
    before: FileTreeCheckpoint,
  ): Promise<EngineOutcome | null> {
    const { error } = outcome;
    if (error === null || !isSuspect(error)) return null;
    const isCertain = error.kind === 'unsupported';
    if (outcome.effects.hostCalls > 0) {
      const why = 'it had already called a host function';
      return hinted(
        outcome,
        isCertain
          ? `It was not run again in CPython because ${why}.`
          : `Should Monty be at fault: it was not run again in CPython because ${why}; use engine "cpython".`,
      );
    }
    const after = this.#files.checkpoint();
    this.#files.rollback(before);
    const opened = await this.#openInCpython();
    if (opened.session === null) {
      this.#files.rollback(after);
      return isCertain ? hinted(outcome, opened.why) : null;
    }
    const second = await opened.session.run(request);
    if (second.error?.type === error.type && second.error.kind === error.kind) {
      this.#files.rollback(after);
      await opened.session.close();
      return null;
    }
    this.#moveTo(opened.session);
    return inCpython(second, `${error.type}: ${error.message}`);
  }

  /**
   * Runs a run again in CPython when text came in that Monty may have treated differently, with the answers that host
   * functions gave. Null where that does not matter or the run would have called them otherwise.
   */
  async #askAboutText(
    run: LoggedRun,
    again: EngineRun,
    { error }: EngineOutcome,
  ): Promise<EngineOutcome | null> {
    const reason = this.#text.reason();
    if (reason === null || !endedByItself(error)) return null;
    const after = this.#files.checkpoint();
    this.#files.rollback(run.before);
    const opened = await this.#openInCpython();
    if (opened.session === null) {
      this.#files.rollback(after);
      return null;
    }
    const replayed = replayCalls(run);
    const second = await opened.session.run({ ...again, functions: replayed.functions });
    if (!replayed.isSame()) {
      this.#files.rollback(after);
      await opened.session.close();
      return null;
    }
    this.#moveTo(opened.session);
    return inCpython(second, reason);
  }

  /** A CPython session in which every run so far has been repeated; the tree is left as it was. */
  async #openInCpython(): Promise<
    { readonly session: EngineSession; readonly why: '' } | { readonly session: null; readonly why: string }
  > {
    const { cpython } = this.#engines;
    const probe = await cpython.probe();
    if (!probe.available) {
      return {
        session: null,
        why: `CPython would run it, but cannot be used on this machine: ${probe.reason}`,
      };
    }
    if (this.#cannotRepeat !== null) {
      return {
        session: null,
        why: `It was not run again in CPython because ${this.#cannotRepeat}; use engine "cpython".`,
      };
    }
    const now = this.#files.checkpoint();
    const session = await cpython.openSession(this.#options);
    try {
      for (const run of this.#log) {
        this.#files.rollback(run.before);
        const replayed = replayCalls(run);
        const again = await session.run({
          ...run.request,
          functions: replayed.functions,
          signal: null,
          onOutput: null,
        });
        if (!replayed.isSame() || !isSameResult(run, again)) {
          await session.close();
          this.#cannotRepeat = 'an earlier run gave another result there';
          return { session: null, why: `It was not run again in CPython because ${this.#cannotRepeat}.` };
        }
      }
      return { session, why: '' };
    } catch (thrown) {
      await session.close();
      return { session: null, why: `CPython could not be asked: ${errorMessage(thrown)}` };
    } finally {
      this.#files.rollback(now);
    }
  }

  #moveTo(session: EngineSession): void {
    this.#cpython = session;
    this.#forget(null);
  }

  #remember(run: LoggedRun, outcome: EngineOutcome): void {
    if (outcome.namespaceLost) {
      this.#forget(null);
      return;
    }
    if (!endedByItself(outcome.error) || this.#cannotRepeat !== null) return;
    if (this.#log.length < MAX_LOGGED_RUNS) this.#log.push(run);
    else this.#forget(`it has had more than ${MAX_LOGGED_RUNS} runs`);
  }

  #forget(cannotRepeat: string | null): void {
    this.#log = [];
    this.#cannotRepeat = cannotRepeat;
    if (cannotRepeat === null) {
      this.#definedNames.clear();
      this.#definedModules.clear();
      this.#text.clear();
    }
  }
}

/** Whether a run came to its end or raised: nothing and nobody ended it. */
function endedByItself(error: EngineOutcome['error']): boolean {
  return error === null || error.kind === 'runtime' || error.kind === 'unsupported';
}

/** Inputs as they are now, whatever becomes of the caller's objects. */
function copyInputs(inputs: EngineRun['inputs']): EngineRun['inputs'] {
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, copyPythonValue(value)]));
}

/** Whether a repeated run came to the same. Objects that have no counterpart in JavaScript are not compared. */
function isSameResult(run: LoggedRun, again: EngineOutcome): boolean {
  if (again.ok !== run.ok || again.stdout !== run.stdout) return false;
  return JSON.stringify(comparable(run.value)) === JSON.stringify(comparable(again.value));
}

function comparable(value: PythonValue): Json {
  const json = pythonValueToJson(value);
  return JSON.stringify(json).includes('"$object"') ? null : json;
}

const MONTY_DUMP = 1;
const CPYTHON_DUMP = 2;

function inMonty(outcome: EngineOutcome): EngineOutcome {
  return { ...outcome, engine: 'monty', fellThrough: null };
}

function inCpython(outcome: EngineOutcome, fellThrough: string | null): EngineOutcome {
  return { ...outcome, engine: 'cpython', fellThrough };
}

function hinted(outcome: EngineOutcome, why: string): EngineOutcome {
  if (outcome.error === null) return inMonty(outcome);
  const hint = outcome.error.hint === null ? why : `${outcome.error.hint} ${why}`;
  return inMonty({ ...outcome, error: { ...outcome.error, hint } });
}

function invalidDump(): MettleError {
  return new MettleError({
    code: 'sandbox/invalid_dump',
    message: 'This dump was not made by the auto engine.',
  });
}
