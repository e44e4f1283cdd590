import { errorMessage, MettleError } from '../../core/index.js';
import type { FileTree } from '../../filesystem/index.js';
import { closedError } from '../ended-errors.js';
import type {
  Engine,
  EngineOutcome,
  EngineRun,
  EngineSession,
  EngineSessionOptions,
  EngineStep,
} from '../engine.js';
import { loadSession } from '../load-session.js';
import { type KnownNames, NO_NAMES_KNOWN } from '../monty/ready-code.js';
import { sessionClosed } from '../monty/worker-wait.js';
import { notStarted } from '../refusals.js';
import { isOfHost, notRunAgain, withHint } from './failure-hints.js';
import { forecast, isSuspect } from './needs-cpython.js';
import { outputOnce } from './output-once.js';
import { repeatRun } from './repeat-run.js';
import { RepeatableRuns } from './repeatable-runs.js';
import { copyPythonValue, type LoggedRun, recordCalls, replayCalls } from './run-log.js';
import { TextHistory } from './text-history.js';

/** The engines that `auto` chooses between. CPython is not probed before it is needed. */
export interface AutoEngines {
  readonly monty: Engine;
  readonly cpython: Engine;
}

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
  /** CPython sessions that were opened and are open still; at most one is the one in use. */
  readonly #opened = new Set<EngineSession>();
  #closed = false;
  #repeatable = new RepeatableRuns();
  #known: KnownNames = NO_NAMES_KNOWN;
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
    const { reason: found, known } = forecast(request, this.#files, this.#known);
    this.#text.sawRun(request);
    const reason = found ?? this.#text.reason();
    if (reason !== null) {
      const moved = await this.#openInCpython();
      if (this.#closed) return notStarted(closedError(), 0);
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
      (await this.#askAboutText(run, again, outcome)) ?? (await this.#askCpython(run, again, outcome));
    if (better !== null && this.#cpython !== null) return better;
    this.#known = known;
    this.#remember(run, outcome);
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
    this.#repeatable.giveUp('a run of this sandbox was suspended');
    return this.#monty.start(request, suspendOn);
  }

  async restore(
    state: Uint8Array,
    request: Omit<EngineRun, 'inputs'>,
    suspendOn: ReadonlySet<string>,
  ): Promise<EngineStep> {
    if (this.#monty.restore === undefined) throw invalidDump();
    this.#repeatable.giveUp('the sandbox was resumed from a dump');
    return this.#monty.restore(state, request, suspendOn);
  }

  async reset(): Promise<void> {
    if (this.#cpython !== null) await this.#discard(this.#cpython);
    this.#cpython = null;
    await this.#monty.reset();
    this.#startAnew();
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
      const session = await this.#openCpython();
      await loadSession(session, bytes);
      this.#moveTo(session);
      return;
    }
    if (state[0] !== MONTY_DUMP) throw invalidDump();
    await this.#monty.load(bytes);
    this.#repeatable.giveUp('the sandbox was loaded from a dump');
  }

  async copyTo(options: EngineSessionOptions): Promise<EngineSession> {
    const copy = new AutoSession(this.#engines, options, await this.#engines.monty.openSession(options));
    try {
      if (this.#cpython !== null) {
        const state = await this.#cpython.dump();
        const session = await copy.#openCpython();
        await session.load(state);
        copy.#moveTo(session);
        return copy;
      }
      await copy.#monty.load(await this.#monty.dump());
      copy.#repeatable = this.#repeatable.copy();
      copy.#text.copy(this.#text);
      copy.#known = this.#known;
      return copy;
    } catch (thrown) {
      await copy.close();
      throw thrown;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#monty.close(), ...Array.from(this.#opened, (session) => session.close())]);
  }

  /**
   * Lets CPython judge a failure that may be Monty's. Returns its outcome when it does better, and then the session
   * has moved; else the failure, with a hint where CPython could not be asked; null when Monty's word stands.
   */
  async #askCpython(run: LoggedRun, again: EngineRun, outcome: EngineOutcome): Promise<EngineOutcome | null> {
    const { error } = outcome;
    if (error === null || !isSuspect(error)) return null;
    const isCertain = error.kind === 'unsupported';
    if (outcome.effects.hostCalls > 0) {
      if (!isCertain && isOfHost(error, run.calls)) return null;
      const why = 'it had already called a host function';
      return inMonty(
        withHint(
          outcome,
          isCertain
            ? `It was not run again in CPython because ${why}.`
            : `Should Monty be at fault: it was not run again in CPython because ${why}; use engine "cpython".`,
        ),
      );
    }
    const after = this.#files.checkpoint();
    this.#files.rollback(run.before);
    const opened = await this.#openInCpython();
    if (opened.session === null || this.#closed) {
      this.#files.rollback(after);
      const isModule =
        error.type === 'ModuleNotFoundError' && (await this.#engines.cpython.probe()).available;
      return isCertain || isModule ? inMonty(withHint(outcome, opened.why)) : null;
    }
    const second = await opened.session.run(again);
    if (this.#closed || (second.error?.type === error.type && second.error.kind === error.kind)) {
      this.#files.rollback(after);
      await this.#discard(opened.session);
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
    if (opened.session === null || this.#closed) {
      this.#files.rollback(after);
      return null;
    }
    const replayed = replayCalls(run);
    const second = await opened.session.run({ ...again, functions: replayed.functions });
    if (this.#closed || !replayed.isSame()) {
      this.#files.rollback(after);
      await this.#discard(opened.session);
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
    const { cannotRepeat } = this.#repeatable;
    if (cannotRepeat !== null) {
      return {
        session: null,
        why: notRunAgain(cannotRepeat),
      };
    }
    const now = this.#files.checkpoint();
    let session: EngineSession | null = null;
    try {
      session = await this.#openCpython();
      for (const run of this.#repeatable.runs) {
        this.#files.rollback(run.before);
        const difference = await repeatRun(run, session);
        if (difference === null) continue;
        await this.#discard(session);
        const why = `run ${run.request.runNumber} gave another result there (${difference})`;
        if (!this.#closed) this.#repeatable.giveUp(why);
        return { session: null, why: notRunAgain(why) };
      }
      return { session, why: '' };
    } catch (thrown) {
      if (session !== null) await this.#discard(session);
      return { session: null, why: `CPython could not be asked: ${errorMessage(thrown)}` };
    } finally {
      this.#files.rollback(now);
    }
  }

  /** A new session in CPython that ends with this one. */
  async #openCpython(): Promise<EngineSession> {
    const session = await this.#engines.cpython.openSession(this.#options);
    this.#opened.add(session);
    if (!this.#closed) return session;
    await this.#discard(session);
    throw sessionClosed();
  }

  async #discard(session: EngineSession): Promise<void> {
    await session.close();
    this.#opened.delete(session);
  }

  #moveTo(session: EngineSession): void {
    this.#cpython = session;
    this.#startAnew();
  }

  #remember(run: LoggedRun, outcome: EngineOutcome): void {
    if (outcome.namespaceLost) this.#startAnew();
    else if (endedByItself(outcome.error)) this.#repeatable.add(run, this.#files.checkpoint());
  }

  /** Knows of no runs any more: the namespace is fresh, or another engine's. */
  #startAnew(): void {
    this.#repeatable.clear();
    this.#known = NO_NAMES_KNOWN;
    this.#text.clear();
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

const MONTY_DUMP = 1;
const CPYTHON_DUMP = 2;

function inMonty(outcome: EngineOutcome): EngineOutcome {
  return { ...outcome, engine: 'monty', fellThrough: null };
}

function inCpython(outcome: EngineOutcome, fellThrough: string | null): EngineOutcome {
  return { ...outcome, engine: 'cpython', fellThrough };
}

function invalidDump(): MettleError {
  return new MettleError({
    code: 'sandbox/invalid_dump',
    message: 'This dump was not made by the auto engine.',
  });
}
