import { describe, expect, it } from 'vitest';
import {
  abortFeedRequest,
  configureRequest,
  configureTypeCheckRequest,
  dumpRequest,
  encodeInputs,
  feedRequest,
  loadRequest,
  resetRequest,
  resumeCallRequest,
  resumeFuturesRequest,
  resumeNameLookupRequest,
} from './requests.js';

/** A message as the schema names it: field numbers with a name and a kind; `*` before a name is a repeated field. */
type Schema = { readonly [field: number]: readonly [name: string, kind: 'int' | 'text' | 'bytes' | Schema] };

const UNIT: Schema = {};
const RAISED: Schema = { 1: ['exc_type', 'text'], 2: ['message', 'text'] };
const RESULT: Schema = {
  1: ['return_value', 'int'],
  2: ['error', RAISED],
  3: ['future', 'int'],
  4: ['not_found', 'text'],
  5: ['not_handled', UNIT],
};
const NODE: Schema = {
  2: ['none', UNIT],
  4: ['boolean', 'int'],
  5: ['int', 'int'],
  8: ['str', 'text'],
  11: ['list', { 1: ['items', 'bytes'] }],
  25: ['function', { 1: ['name', 'text'] }],
  27: ['path', 'text'],
  28: ['file_handle', { 1: ['path', 'text'], 2: ['mode', 'text'] }],
};
const ARENA: Schema = { 1: ['node_count', 'int'], 2: ['*nodes', NODE] };
const LIMITS: Schema = {
  2: ['max_memory_bytes', 'int'],
  4: ['max_recursion_depth', 'int'],
  6: ['max_feed_duration_micros', 'int'],
};
const POLICY: Schema = {
  3: ['fixed', { 1: ['unix_seconds', 'int'], 2: ['microsecond', 'int'] }],
  4: ['timezone', { 1: ['utc', UNIT], 2: ['named', 'text'] }],
  5: ['sleep', { 1: ['system', { 1: ['max_micros', 'int'] }], 3: ['zero', UNIT] }],
  8: ['seed', { 1: ['int', 'bytes'], 3: ['str', 'text'] }],
  9: ['zero', UNIT],
  10: ['elapsed', UNIT],
};
const CONFIGURE: Schema = {
  1: ['script_name', 'text'],
  2: ['limits', LIMITS],
  3: ['type_check', 'int'],
  4: ['type_check_stubs', 'text'],
  6: ['assert_message_annotations', 'int'],
  7: ['type_check_format', 'int'],
  9: ['protocol_version', 'int'],
  10: ['print_flush_interval_ms', 'int'],
  11: ['os_policy', POLICY],
};
const REQUEST: Schema = {
  1: ['configure', CONFIGURE],
  3: [
    'feed',
    {
      1: ['code', 'text'],
      2: ['*inputs', { 1: ['name', 'text'], 2: ['value', 'int'] }],
      3: ['values', ARENA],
      5: ['cwd', 'text'],
    },
  ],
  4: ['resume_call', { 1: ['call_id', 'int'], 2: ['result', RESULT], 3: ['values', ARENA] }],
  5: ['resume_name_lookup', { 1: ['values', ARENA], 2: ['value', 'int'], 3: ['undefined', UNIT] }],
  6: [
    'resume_futures',
    { 1: ['*results', { 1: ['call_id', 'int'], 2: ['result', RESULT] }], 2: ['values', ARENA] },
  ],
  7: ['dump', UNIT],
  8: ['load', { 1: ['state', 'bytes'] }],
  9: ['reset', UNIT],
  11: ['abort_feed', { 1: ['exception', RAISED] }],
};

/** Reads a frame by the schema alone, with nothing of the code under test. */
function read(frame: Buffer): unknown {
  expect(frame.readUInt32LE(0)).toBe(frame.length - 4);
  return message(frame.subarray(4), REQUEST);
}

function message(bytes: Buffer, schema: Schema): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++);
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = Number(varint());
    const entry = schema[key >> 3];
    if (entry === undefined) throw new Error(`field ${key >> 3} is not in the schema`);
    const [name, kind] = entry;
    expect(key & 7).toBe(kind === 'int' ? 0 : 2);
    let value: unknown;
    if (kind === 'int') {
      value = Number(BigInt.asIntN(64, varint()));
    } else {
      const size = Number(varint());
      const body = bytes.subarray(at, at + size);
      expect(body.length).toBe(size);
      at += size;
      value = kind === 'text' ? body.toString('utf8') : kind === 'bytes' ? [...body] : message(body, kind);
    }
    if (!name.startsWith('*')) {
      expect(found).not.toHaveProperty(name);
      found[name] = value;
    } else found[name.slice(1)] = [...((found[name.slice(1)] as unknown[]) ?? []), value];
  }
  return found;
}

const limits = { maxFeedMicros: 5_000_000, maxMemoryBytes: 268_435_456, maxRecursionDepth: 1_000 };
const LIMITS_READ = {
  max_memory_bytes: 268_435_456,
  max_recursion_depth: 1_000,
  max_feed_duration_micros: 5_000_000,
};

describe('requests, read by the schema of the protocol', () => {
  it('configure a session with the clock and entropy of the machine', () => {
    expect(read(configureRequest(limits, null))).toEqual({
      configure: {
        script_name: 'run.py',
        limits: LIMITS_READ,
        assert_message_annotations: 0,
        protocol_version: 6,
        print_flush_interval_ms: 5,
        os_policy: { elapsed: {}, sleep: { system: { max_micros: 1e12 } } },
      },
    });
  });

  it.each([
    ['UTC', 7, { utc: {} }, { int: [7, 0, 0, 0, 0, 0, 0, 0] }],
    ['Europe/Vienna', -2, { named: 'Europe/Vienna' }, { int: [254, ...Array(7).fill(255)] }],
    ['UTC', 'é', { utc: {} }, { str: 'é' }],
  ] as const)('freeze the clock in %s with the seed %j', (timezone, seed, zone, seedRead) => {
    const now = new Date(Date.UTC(2024, 1, 29, 1, 2, 3, 45));
    expect(read(configureRequest(limits, { now, timezone, seed }))).toMatchObject({
      configure: {
        os_policy: {
          zero: {},
          fixed: { unix_seconds: now.getTime() / 1000 - 0.045, microsecond: 45_000 },
          timezone: zone,
          sleep: { zero: {} },
          seed: seedRead,
        },
      },
    });
  });

  it('freeze a clock before 1970 at a whole second and the milliseconds after it', () => {
    expect(read(configureRequest(limits, { now: new Date(-1), timezone: 'UTC', seed: 0 }))).toMatchObject({
      configure: { os_policy: { fixed: { unix_seconds: -1, microsecond: 999_000 } } },
    });
  });

  it('configure a session that checks types', () => {
    expect(read(configureTypeCheckRequest(limits, 'def f(): ...'))).toEqual({
      configure: {
        script_name: 'run.py',
        limits: LIMITS_READ,
        type_check: 1,
        type_check_stubs: 'def f(): ...',
        type_check_format: 4,
        protocol_version: 6,
        os_policy: { elapsed: {}, sleep: { system: { max_micros: 1e12 } } },
      },
    });
  });

  it('feed code, with inputs and functions in order and without', () => {
    const inputs = encodeInputs({ text: 'é', list: [true, null] }, ['host'], 1_000_000);
    expect(read(feedRequest('x = "…"', inputs, '/data'))).toEqual({
      feed: {
        code: 'x = "…"',
        cwd: '/data',
        inputs: [
          { name: 'text', value: 0 },
          { name: 'list', value: 3 },
          { name: 'host', value: 4 },
        ],
        values: {
          node_count: 5,
          nodes: [
            { str: 'é' },
            { boolean: 1 },
            { none: {} },
            { list: { items: [1, 2] } },
            { function: { name: 'host' } },
          ],
        },
      },
    });
    expect(read(feedRequest('1', null, '/'))).toEqual({ feed: { code: '1', cwd: '/' } });
    expect(read(feedRequest('1', encodeInputs({}, [], 9), '/'))).toEqual({ feed: { code: '1', cwd: '/' } });
  });

  it('send code of every length in whole', () => {
    for (const size of [0, 1, 23, 24, 25, 127, 128, 16_383, 16_384, 3_000_000]) {
      for (const letter of ['a', 'é']) {
        const code = letter.repeat(size);
        expect(read(feedRequest(code, null, '/'))).toEqual({ feed: { code, cwd: '/' } });
      }
    }
  });

  it.each([
    [{ kind: 'return', given: { kind: 'path', path: '/a' } }, { return_value: 0 }, [{ path: '/a' }]],
    [
      { kind: 'return', given: { kind: 'paths', paths: ['/a', '/b'] } },
      { return_value: 2 },
      [{ path: '/a' }, { path: '/b' }, { list: { items: [0, 1] } }],
    ],
    [
      { kind: 'return', given: { kind: 'file', path: '/a', mode: 'rb' } },
      { return_value: 0 },
      [{ file_handle: { path: '/a', mode: 'rb' } }],
    ],
    [
      { kind: 'raise', type: 'ValueError', message: 'no' },
      { error: { exc_type: 'ValueError', message: 'no' } },
      null,
    ],
    [{ kind: 'future', id: 300 }, { future: 300 }, null],
    [{ kind: 'not_found', name: 'f' }, { not_found: 'f' }, null],
    [{ kind: 'not_handled' }, { not_handled: {} }, null],
  ] as const)('answer a call by %j', (answer, result, nodes) => {
    const values = nodes === null ? {} : { values: { node_count: nodes.length, nodes } };
    expect(read(resumeCallRequest(700, answer, 1_000))).toEqual({
      resume_call: { call_id: 700, result, ...values },
    });
  });

  it('answer several futures at once, with one arena', () => {
    const answers = new Map([
      [1, { kind: 'return', given: { kind: 'path', path: '/a' } }],
      [2, { kind: 'raise', type: 'OSError', message: '' }],
      [3, { kind: 'return', given: { kind: 'path', path: '/b' } }],
    ] as const);
    const { resume_futures } = read(resumeFuturesRequest(answers, 1_000)) as {
      readonly resume_futures: {
        readonly results: readonly { readonly call_id: number }[];
        readonly values: unknown;
      };
    };
    const { results, values } = resume_futures;
    expect([...results].sort((left, right) => left.call_id - right.call_id)).toEqual([
      { call_id: 1, result: { return_value: 0 } },
      { call_id: 2, result: { error: { exc_type: 'OSError', message: '' } } },
      { call_id: 3, result: { return_value: 1 } },
    ]);
    expect(values).toEqual({ node_count: 2, nodes: [{ path: '/a' }, { path: '/b' }] });
  });

  it('answer the look-up of a name', () => {
    expect(read(resumeNameLookupRequest(null))).toEqual({ resume_name_lookup: { undefined: {} } });
    expect(read(resumeNameLookupRequest('f'))).toEqual({
      resume_name_lookup: { value: 0, values: { node_count: 1, nodes: [{ function: { name: 'f' } }] } },
    });
  });

  it('save, restore, reset and abort', () => {
    expect(read(dumpRequest())).toEqual({ dump: {} });
    expect(read(loadRequest(Uint8Array.of(0, 255)))).toEqual({ load: { state: [0, 255] } });
    expect(read(resetRequest())).toEqual({ reset: {} });
    expect(read(abortFeedRequest('TimeoutError', 'late'))).toEqual({
      abort_feed: { exception: { exc_type: 'TimeoutError', message: 'late' } },
    });
  });

  it('leave nothing of a request that failed in the next one', () => {
    const answer = { kind: 'return', given: { kind: 'value', value: 'x'.repeat(100) } } as const;
    expect(() => resumeCallRequest(1, answer, 10)).toThrowError();
    expect(read(dumpRequest())).toEqual({ dump: {} });
  });
});
