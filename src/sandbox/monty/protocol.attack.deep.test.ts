import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { MettleError } from '../../core/index.js';
import { createFileTree } from '../../filesystem/index.js';
import type { EngineRun } from '../engine.js';
import { DEFAULT_SANDBOX_LIMITS } from '../limits.js';
import type { LaunchCommand } from './launch-command.js';
import { MontySession } from './monty-session.js';
import { decodeFrame } from './wire/events.js';
import { WireWriter } from './wire/writer.js';
import { WorkerPool } from './worker-pool.js';

/** Builds one frame; fields are written last to first. */
function frame(body: (writer: WireWriter) => void): Buffer {
  const writer = new WireWriter();
  body(writer);
  writer.frame(0);
  return writer.take();
}

const OK = frame((writer) => writer.unit(10));

/** The end of a run with an arena of these nodes, the last of which is the value. */
function complete(nodes: readonly ((writer: WireWriter) => void)[], root = nodes.length - 1): Buffer {
  return frame((writer) => {
    for (const node of [...nodes].reverse()) {
      const mark = writer.length;
      node(writer);
      writer.message(2, mark);
    }
    writer.uint(1, nodes.length);
    writer.message(2, 0);
    writer.uint(1, root);
    writer.message(6, 0);
  });
}

const NONE = (writer: WireWriter): void => writer.unit(2);

/** A list node that holds nodes by their indexes. */
function list(...items: readonly number[]): (writer: WireWriter) => void {
  return (writer) => {
    const mark = writer.length;
    for (const item of [...items].reverse()) writer.varint(item);
    writer.message(1, mark);
    writer.message(11, mark);
  };
}

/** A dict node of one pair. */
function dict(key: number, value: number): (writer: WireWriter) => void {
  return (writer) => {
    const mark = writer.length;
    writer.uint(2, value);
    writer.uint(1, key);
    writer.message(1, mark);
    writer.message(14, mark);
  };
}

function nestedLists(depth: number): Buffer {
  return complete([NONE, ...Array.from({ length: depth }, (_, level) => list(level))]);
}

/** Lists of which each holds the one before as often as told. */
function doublings(levels: number, times = 2): Buffer {
  const twice = (level: number): number[] => Array.from({ length: times }, () => level);
  return complete([NONE, ...Array.from({ length: levels }, (_, level) => list(...twice(level)))]);
}

function functionCall(name: string): Buffer {
  return frame((writer) => {
    writer.string(1, name);
    writer.message(2, 0);
  });
}

/** What a worker that was taken over answers to a run, after it has said that the session is set up. */
const ANSWERS: readonly (readonly [what: string, answer: Buffer])[] = [
  ['a length of 4 GiB', Buffer.from([255, 255, 255, 255, 0])],
  ['a length of 256 MiB', Buffer.from([0, 0, 0, 16, 0])],
  ['an empty frame', Buffer.from([0, 0, 0, 0])],
  ['noise', Buffer.from(Array.from({ length: 512 }, (_, index) => (index * 197 + 31) % 256))],
  ['text', Buffer.from('HTTP/1.1 200 OK\r\n\r\n')],
  ['a field number of 0', Buffer.from([2, 0, 0, 0, 0, 0])],
  ['a varint without end', Buffer.from([12, 0, 0, 0, ...Array.from({ length: 12 }, () => 255)])],
  ['a nested length past the frame', Buffer.from([2, 0, 0, 0, 0x32, 127])],
  ['wire type 7', Buffer.from([1, 0, 0, 0, 0x37])],
  ['a group', Buffer.from([2, 0, 0, 0, 0x33, 0x34])],
  ['an event that is a number', Buffer.from([2, 0, 0, 0, 0x30, 1])],
  ['a value without a kind', complete([() => {}])],
  ['a value of an unknown kind', complete([(writer) => writer.unit(99)])],
  ['a value without an arena', Buffer.from([4, 0, 0, 0, 0x32, 2, 0x08, 1])],
  ['a value beyond the arena', complete([NONE], 7)],
  ['a value at 2^53', complete([NONE], Number.MAX_SAFE_INTEGER)],
  ['a list of a later node', complete([list(1), NONE], 0)],
  ['a list of itself', complete([list(0)])],
  ['a list of a node that is not there', complete([NONE, list(5)])],
  ['a dict of a later node', complete([NONE, dict(0, 2), NONE], 1)],
  ['a dict that is its own key', complete([dict(0, 0)])],
  ['60 doublings of a list', doublings(60)],
  ['28 times 30 copies of a list', doublings(28, 30)],
  ['2,000 doublings of a list', doublings(2000)],
  [
    'an arena of 4,000,000,000 nodes',
    frame((writer) => {
      writer.uint(1, 4_000_000_000);
      writer.message(2, 0);
      writer.message(6, 0);
    }),
  ],
  [
    'packed numbers without end',
    complete([
      (writer) => {
        writer.bytes(1, Buffer.alloc(5, 255));
        writer.message(11, 0);
      },
    ]),
  ],
  [
    'an integer of 64 kB',
    complete([
      (writer) => {
        writer.bytes(2, Buffer.alloc(65_536, 255));
        writer.message(6, 0);
      },
    ]),
  ],
  ['100 lists in one another', nestedLists(100)],
  ['5,000 lists in one another', nestedLists(5000)],
  ['an error without an exception', frame((writer) => writer.unit(7))],
  ['a call of a function that nobody bound', functionCall('nobody')],
  ['a call of __proto__', functionCall('__proto__')],
  ['a call of constructor', functionCall('constructor')],
  ['a call of the empty name', functionCall('')],
  ['an unknown call of the operating system', frame((writer) => writer.unit(3))],
  ['a wait for nothing', frame((writer) => writer.unit(5))],
  ['an answer to a dump that nobody asked for', frame((writer) => writer.unit(9))],
  ['a diagnosis that nobody asked for', frame((writer) => writer.unit(8))],
  ['an unknown event', frame((writer) => writer.unit(12))],
  ['a fatal error', frame((writer) => writer.unit(11))],
  ['two answers at once', Buffer.concat([complete([NONE]), complete([NONE]), OK])],
];

const pools: WorkerPool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

const UNGUARDED = {
  environment: {},
  diesWithParent: false,
  limited: { cpuSeconds: false, addressSpaceMegabytes: false },
} as const;

/** A session whose worker is the given program of Node instead of Monty. */
function sessionWith(program: string): { session: MontySession; pool: WorkerPool } {
  const launch: LaunchCommand = {
    command: process.execPath,
    args: ['-e', program],
    ...UNGUARDED,
  };
  const pool = new WorkerPool({
    launch,
    maxWorkers: 1,
    maxRunsPerWorker: 1000,
    maxExecutedMicros: 1e9,
    maxResidentMegabytes: 64,
  });
  pools.push(pool);
  const session = new MontySession({
    files: createFileTree(),
    limits: DEFAULT_SANDBOX_LIMITS,
    pool,
  });
  return { session, pool };
}

/** Says that the session is set up, then gives the bytes, then waits. */
function answering(bytes: Buffer): string {
  const all = Buffer.concat([OK, bytes]).toString('base64');
  return `process.stdin.once('data', () => process.stdout.write(Buffer.from('${all}', 'base64')));`;
}

function request(code: string, limits: Partial<EngineRun['limits']> = {}): EngineRun {
  return {
    code,
    runNumber: 1,
    fileName: null,
    inputs: {},
    functions: { known: () => 1 },
    limits: {
      ...DEFAULT_SANDBOX_LIMITS,
      timeoutSeconds: 0.1,
      deadlineSeconds: 10,
      maxHostCalls: 20,
      ...limits,
    },
    signal: null,
    onOutput: null,
  };
}

describe('a worker that was taken over', () => {
  it.each(ANSWERS)('answers with %s', async (_, answer) => {
    const { session, pool } = sessionWith(answering(answer));
    const { error, ok, value } = await session.run(request('1', { timeoutSeconds: 0.4 }));
    expect(['crash', 'timeout', 'limit', 'runtime', 'infrastructure', undefined]).toContain(error?.kind);
    if (ok && typeof value !== 'bigint') expect(value).toBeNull();
    await session.close();
    await pool.close();
    expect(pool.pids()).toEqual([]);
  });

  it('floods the output', async () => {
    const print = frame((writer) => {
      writer.string(2, 'x'.repeat(8000));
      writer.message(1, 0);
      writer.message(1, 0);
    });
    const flood = `process.stdin.once('data', () => { const b = Buffer.from('${print.toString('base64')}', 'base64'); process.stdout.write(Buffer.from('${OK.toString('base64')}', 'base64')); const go = () => { while (process.stdout.write(b)); process.stdout.once('drain', go); }; go(); });`;
    const { session } = sessionWith(flood);
    const result = await session.run(
      request('1', { timeoutSeconds: 60, deadlineSeconds: 90, maxOutputChars: 100_000 }),
    );
    expect(result.error?.kind).toBe('output');
    expect(result.stdout).toHaveLength(100_000);
  });

  it('asks for ever', async () => {
    const call = functionCall('known').toString('base64');
    const asking = `process.stdin.on('data', () => process.stdout.write(Buffer.from('${call}', 'base64'))); process.stdout.write(Buffer.from('${OK.toString('base64')}', 'base64'));`;
    const { session } = sessionWith(asking);
    expect((await session.run(request('1', { timeoutSeconds: 2 }))).error?.kind).toMatch(
      /limit|timeout|crash/,
    );
  });

  it('says nothing', async () => {
    const { session } = sessionWith('setInterval(() => {}, 1000)');
    expect((await session.run(request('1'))).error?.kind).toBe('timeout');
  });

  it('ends at once', async () => {
    const { session } = sessionWith('process.exit(3)');
    const limits = { timeoutSeconds: 60, deadlineSeconds: 90 };
    expect((await session.run(request('1', limits))).error?.kind).toBe('crash');
  });

  it('ends in the middle of a frame', async () => {
    const { session } = sessionWith(
      `process.stdin.once('data', () => process.stdout.write(Buffer.from([9, 0, 0, 0, 1]), () => process.exit(0)));`,
    );
    expect((await session.run(request('1', { timeoutSeconds: 5 }))).error?.kind).toBe('crash');
  });

  it('is no program at all', async () => {
    const launch = { command: '/nothing/here', args: [], ...UNGUARDED };
    const pool = new WorkerPool({
      launch,
      maxWorkers: 1,
      maxRunsPerWorker: 9,
      maxExecutedMicros: 9,
      maxResidentMegabytes: 64,
    });
    pools.push(pool);
    const session = new MontySession({
      files: createFileTree(),
      limits: DEFAULT_SANDBOX_LIMITS,
      pool,
    });
    expect((await session.run(request('1'))).error?.kind).toBe('infrastructure');
  });
});

describe('decoding frames', () => {
  const seeds = ANSWERS.map(([, answer]) => answer.subarray(4));

  function decodes(bytes: Uint8Array): void {
    try {
      decodeFrame(Buffer.from(bytes));
    } catch (thrown) {
      if (!MettleError.isInstance(thrown) || thrown.code !== 'sandbox/broken_frame') throw thrown;
    }
  }

  it('gives an event or a typed error for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => decodes(bytes)),
      { numRuns: 2000 },
    );
  });

  it('gives an event or a typed error for frames with changed bytes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...seeds),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }),
        (seed, changes) => {
          const bytes = Uint8Array.from(seed);
          for (const [place, byte] of changes) bytes[place % Math.max(1, bytes.length)] = byte;
          decodes(bytes);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
