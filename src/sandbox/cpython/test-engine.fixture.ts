import { afterAll, beforeAll } from 'vitest';
import { createFileTree, type FileTree } from '../../filesystem/index.js';
import type { SandboxLimits } from '../contract.js';
import type { Engine, EngineOutcome, EngineRun, EngineSession } from '../engine.js';
import type { SessionSettings } from '../engine-sandbox.js';
import { findBubblewrap } from './confinement.js';
import { createCpythonEngine } from './cpython-engine.js';
import { probeCpython } from './probe-cpython.js';

/** The default limits of the contract. */
export const LIMITS: SandboxLimits = {
  timeoutSeconds: 10,
  deadlineSeconds: 60,
  memoryMegabytes: 256,
  maxOutputChars: 1_000_000,
  maxSourceBytes: 262_144,
  maxInputBytes: 67_108_864,
  maxValueBytes: 67_108_864,
  maxHostCalls: 10_000,
  maxRecursionDepth: 1000,
  maxFileBytes: 268_435_456,
  maxProcesses: 16,
};

const probe = await probeCpython({ environment: process.env });

/** Why CPython cannot be tried here; empty when it can. */
export const SKIPPED: string = probe.available ? '' : probe.why;

/** The mechanisms that this machine has. */
export const MECHANISMS: readonly ('bubblewrap' | 'landlock')[] =
  findBubblewrap(process.env.PATH) === null ? ['landlock'] : ['bubblewrap', 'landlock'];

/** An engine for the tests of one `describe`, with a way to run one piece of code after another. */
export interface TestEngine {
  readonly engine: () => Engine;
  /** Opens a session; all are closed after the `describe`. */
  readonly open: (
    files?: FileTree,
    limits?: Partial<SandboxLimits>,
    settings?: Partial<SessionSettings>,
  ) => Promise<TestSession>;
}

/** A session whose runs need only what a test cares about. */
export interface TestSession {
  readonly session: EngineSession;
  readonly files: FileTree;
  readonly run: (
    code: string,
    more?: Partial<EngineRun> & { limits?: never },
    limits?: Partial<SandboxLimits>,
  ) => Promise<EngineOutcome>;
}

/** Starts an engine before, and ends it after, the tests of the enclosing `describe`. */
export function useEngine(make: () => Engine): TestEngine {
  let engine: Engine | undefined;
  beforeAll(() => {
    engine = make();
  });
  afterAll(() => engine?.close());
  return testEngine(() => {
    if (engine === undefined) throw new Error('the engine is used before the tests start');
    return engine;
  });
}

const shared = new Map<string, Engine>();

/**
 * CPython by one mechanism, for the tests of the enclosing `describe`. All files that a worker runs share the engine: to
 * find out what holds here, and to start what it keeps ready, takes longer than most tests. It ends with the worker.
 */
export function useCpython(mechanism: 'bubblewrap' | 'landlock'): TestEngine {
  return testEngine(() => {
    const engine = shared.get(mechanism) ?? createCpythonEngine({ mechanism, environment: process.env });
    shared.set(mechanism, engine);
    return engine;
  });
}

function testEngine(engine: () => Engine): TestEngine {
  const opened: EngineSession[] = [];
  afterAll(() => Promise.all(opened.splice(0).map((session) => session.close())));
  return {
    engine,
    open: async (files = createFileTree(), limits = {}, settings = {}) => {
      const session = await engine().openSession({ files, limits: { ...LIMITS, ...limits }, ...settings });
      opened.push(session);
      let runNumber = 0;
      return {
        session,
        files,
        run: (code, more = {}, runLimits = {}) => {
          runNumber += 1;
          const rest = { fileName: null, inputs: {}, functions: {}, signal: null, onOutput: null };
          return session.run({
            code,
            runNumber,
            ...rest,
            ...more,
            limits: { ...LIMITS, ...limits, ...runLimits },
          });
        },
      };
    },
  };
}
