import { MettleError } from '../../core/index.js';
import type { EngineCapabilities } from '../engine.js';
import { dumpVersion, patchDump } from './session-limits.js';
import type { WorkerEvent } from './wire/events.js';
import {
  configureRequest,
  dumpRequest,
  feedRequest,
  loadRequest,
  resetRequest,
  type WireLimits,
} from './wire/requests.js';
import type { WorkerPool } from './worker-pool.js';
import type { WorkerProcess } from './worker-process.js';

/** What a look at the binary found. */
export interface MontyProbe {
  readonly capabilities: EngineCapabilities;
  /** Whether a dump can be given new limits and a fresh clock. */
  readonly clockResets: boolean;
}

const LIMITS: WireLimits = {
  maxDurationMicros: 2_000_421,
  maxMemoryBytes: 67_104_311,
  maxRecursionDepth: 1000,
};
const PROBE_MILLISECONDS = 10_000;

/** Modules that are tried; those that import are the engine's. */
const MODULES = (
  'abc array ast asyncio base64 binascii bisect calendar cmath collections contextlib copy csv dataclasses datetime ' +
  'decimal difflib enum fractions functools hashlib heapq html io itertools json logging math numbers operator os ' +
  'pathlib pprint queue random re secrets shutil statistics string struct sys tempfile textwrap threading time ' +
  'traceback types typing unicodedata urllib uuid warnings weakref zlib'
).split(' ');

/** Features that are tried, in words for a prompt, with code that fails where the feature is missing. */
const FEATURES: readonly (readonly [feature: string, code: string])[] = [
  ['class inheritance', 'class A: pass\nclass B(A): pass'],
  ['@property, @staticmethod and @classmethod', 'class A:\n  @property\n  def x(self): return 1'],
  ['generators (yield)', 'def f():\n  yield 1'],
  ['match statements', 'match 1:\n  case 1: pass'],
  ['del', 'd = {1: 2}\ndel d[1]'],
  [
    'operator methods such as __len__, __getitem__, __lt__',
    'class A:\n  def __len__(self): return 3\nlen(A())',
  ],
  ['arithmetic on bools (use int(condition))', '1 + True'],
  ['% formatting (use f-strings)', '"%s" % 1'],
  ['assigning several subscripts or attributes at once', 'l = [1, 2]\nl[0], l[1] = l[1], l[0]'],
  ['slice assignment', 'l = [1, 2]\nl[0:1] = [3]'],
  ['iterating over an open file', 'for c in open("/nothing"): pass'],
  ['imports of files of the tree (run the file instead: its names stay)', 'import mettle_file_of_the_tree'],
  [
    'characters such as ß, ² and \\x1f treated by title, isdigit, split and the like as Python does (keep to ASCII)',
    "assert 'ß'.title() == 'Ss' and '\\x1f'.isspace()",
  ],
  ['hasattr for methods of builtin types (use isinstance)', 'assert hasattr([], "append")'],
  [
    'keeping the first of keys that are equal, such as 1 and True (use keys of one type)',
    'd = {1: 0}\nd[True] = 1\nassert str(d) == "{1: 1}"',
  ],
  ['host functions as callbacks of sorted, map, filter', 'list(map(host_function, [1]))'],
];

/** Asks the binary itself what it can do. Throws `sandbox/no_engine` when it does not answer as Monty does. */
export async function probeMonty(pool: WorkerPool): Promise<MontyProbe> {
  const worker = await pool.acquire();
  worker.process.keepAlive(true);
  const timer = setTimeout(() => worker.process.kill('timeout'), PROBE_MILLISECONDS);
  try {
    const first = await ask(worker.process, configureRequest(LIMITS));
    if (first.kind !== 'ok') throw notMonty(first);
    const modules: string[] = [];
    for (const name of MODULES) {
      if ((await feed(worker.process, `import ${name}`)).kind === 'complete') modules.push(name);
    }
    const missing: string[] = [];
    for (const [feature, code] of FEATURES) {
      if (await isMissing(worker.process, code)) missing.push(feature);
    }
    const clockResets = await canResetClock(worker.process);
    await ask(worker.process, resetRequest());
    return { clockResets, capabilities: capabilities(modules, missing, clockResets) };
  } finally {
    clearTimeout(timer);
    pool.release(worker);
  }
}

function capabilities(
  modules: readonly string[],
  missing: readonly string[],
  clockResets: boolean,
): EngineCapabilities {
  return {
    available: true,
    reason: `monty workers, protocol 2, ${clockResets ? 'a time limit per run' : 'a watchdog per run'}`,
    suspend: true,
    dumpNamespace: true,
    isolation: {
      files: 'the interpreter has no file access; calls are answered from the tree',
      network: 'the interpreter has no network',
      processes: 'the interpreter cannot start processes',
      memory: 'counted by the interpreter, and a limit on its address space',
      time: 'counted by the interpreter, and a watchdog that kills the worker',
    },
    modules,
    missing,
  };
}

async function ask(
  process: WorkerProcess,
  request: Buffer,
): Promise<WorkerEvent | { readonly kind: 'death' }> {
  process.send(request);
  return (await process.turn()).event;
}

function feed(process: WorkerProcess, code: string): ReturnType<typeof ask> {
  return ask(process, feedRequest(code, {}, [], 1024));
}

/** A feature is missing when its code ends in an error; asking the host for something shows that it got that far. */
async function isMissing(process: WorkerProcess, code: string): Promise<boolean> {
  const event = await feed(process, code);
  if (event.kind === 'complete') return false;
  if (event.kind === 'error') return true;
  await ask(process, resetRequest());
  await ask(process, configureRequest(LIMITS));
  return true;
}

async function canResetClock(process: WorkerProcess): Promise<boolean> {
  const reset = await ask(process, resetRequest());
  const configured = await ask(process, configureRequest(LIMITS));
  const fed = await feed(process, 'probe = sum(range(100))');
  const dumped = await ask(process, dumpRequest());
  if (reset.kind !== 'ok' || configured.kind !== 'ok' || fed.kind !== 'complete' || dumped.kind !== 'dump') {
    return false;
  }
  const patched = patchDump(dumped.state, LIMITS, { ...LIMITS, maxDurationMicros: 3_000_421 });
  if (patched === null || dumpVersion(patched) === null) return false;
  await ask(process, resetRequest());
  if ((await ask(process, loadRequest(patched))).kind !== 'ok') return false;
  const answer = await feed(process, 'probe');
  return answer.kind === 'complete' && answer.value === 4950;
}

function notMonty(event: { readonly kind: string }): MettleError {
  return new MettleError({
    code: 'sandbox/no_engine',
    message: `the monty binary did not start as expected (${event.kind}); check METTLE_MONTY_BIN or reinstall`,
  });
}
