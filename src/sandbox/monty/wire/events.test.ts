import { describe, expect, it } from 'vitest';
import { PythonObject } from '../../python-value.js';
import { decodeFrame, oversizedFrame, type WorkerEvent } from './events.js';

type Part = number | boolean | string | Uint8Array | { readonly double: number };

/** A message of fields in order, written with nothing of the code under test. */
function message(...fields: readonly (readonly [field: number, part: Part])[]): Buffer {
  return Buffer.concat(fields.flatMap(([field, part]) => encoded(field, part)));
}

function encoded(field: number, part: Part): Buffer[] {
  if (typeof part === 'number' || typeof part === 'boolean') return [varint(field * 8), varint(Number(part))];
  if (typeof part === 'object' && 'double' in part) {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(part.double);
    return [varint(field * 8 + 1), bytes];
  }
  const bytes = Buffer.from(part as Uint8Array);
  return [varint(field * 8 + 2), varint(bytes.length), bytes];
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}

const decoded = (field: number, body: Buffer): WorkerEvent => decodeFrame(message([field, body])).event;
const broken = expect.objectContaining({ code: 'sandbox/broken_frame' });

/** An arena of the texts and integers given. */
const arena = (...values: readonly (string | number)[]): Buffer =>
  message(
    [1, values.length],
    ...values.map((value) => [2, message(typeof value === 'string' ? [8, value] : [5, value * 2])] as const),
  );

const place = message([1, '<python-input-3>'], [2, 300], [3, 310]);
const whole = { tooDeep: false, largeIntegers: false, treeBytes: expect.any(Number) };

describe('events, written by the schema of the protocol', () => {
  it('tell what was printed, by stream and in order', () => {
    const body = message(
      [1, message([1, 1], [2, 'a'])],
      [1, message([1, 2], [2, 'é'])],
      [9, 'unknown'],
      [1, message([2, 'c'], [7, 1], [2, 'd'])],
    );
    expect(decoded(1, body)).toEqual({
      kind: 'print',
      segments: [
        { stream: 'stdout', text: 'a' },
        { stream: 'stderr', text: 'é' },
        { stream: 'stdout', text: 'cd' },
      ],
    });
  });

  it.each([true, false])('tell of a call of a function, its numbers packed: %s', (packed) => {
    const args: (readonly [number, Part])[] = packed
      ? [[2, Buffer.concat([varint(2), varint(0)])]]
      : [
          [2, 2],
          [2, 0],
        ];
    const body = message(
      [1, 'fetch'],
      ...args,
      [3, message([1, 1], [2, 2])],
      [4, 700],
      [6, true],
      [7, arena('x', 'key', 5)],
      [8, place],
    );
    expect(decoded(2, body)).toEqual({
      kind: 'function_call',
      name: 'fetch',
      args: [5, 'x'],
      kwargs: { key: 5 },
      callId: 700,
      onObject: false,
      awaited: true,
      place: { file: '<python-input-3>', start: 300 },
      ...whole,
    });
  });

  it('tell of a call with nothing but its name, and of one on an object', () => {
    const plain = { args: [], kwargs: {}, callId: 0, awaited: false, place: null, ...whole, treeBytes: 0 };
    expect(decoded(2, message([1, 'f']))).toEqual({
      kind: 'function_call',
      name: 'f',
      onObject: false,
      ...plain,
    });
    expect(decoded(2, message([1, 'f'], [5, message([1, 'id'])]))).toMatchObject({ onObject: true });
    expect(decoded(2, message([1, 'f'], [9, 1]))).toMatchObject({ onObject: false });
  });

  it('refuse a keyword that is no text', () => {
    const body = message([1, 'f'], [3, message([1, 0], [2, 0])], [7, arena(1)]);
    expect(() => decoded(2, body)).toThrowError(broken);
  });

  const calls: readonly (readonly [number, Part, unknown])[] = [
    ...[
      'exists is_file is_dir is_symlink read_text read_bytes stat iterdir resolve absolute unlink rmdir'.split(
        ' ',
      ),
    ].flatMap((names) => names.map((kind, at) => [at + 2, '/a', { kind, path: '/a' }] as const)),
    [14, message([1, '/a'], [2, 'é']), { kind: 'write', path: '/a', data: 'é' }],
    [15, message([1, '/a'], [2, 'b']), { kind: 'append', path: '/a', data: 'b' }],
    [
      16,
      message([1, '/a'], [2, Uint8Array.of(0, 255)]),
      { kind: 'write', path: '/a', data: Uint8Array.of(0, 255) },
    ],
    [17, message([1, '/a']), { kind: 'append', path: '/a', data: new Uint8Array() }],
    [18, message([1, '/a'], [2, 'rb']), { kind: 'open', path: '/a', mode: 'rb' }],
    [19, message([1, '/a'], [2, true]), { kind: 'mkdir', path: '/a', parents: true, existOk: false }],
    [19, message([1, '/a'], [3, true]), { kind: 'mkdir', path: '/a', parents: false, existOk: true }],
    [20, message([1, '/a'], [2, '/b']), { kind: 'rename', from: '/a', to: '/b' }],
    [22, message(), { kind: 'environ' }],
    [23, message(), { kind: 'unknown' }],
    [25, message([1, 16]), { kind: 'urandom', size: 16 }],
    [27, message([1, { double: 0.5 }]), { kind: 'sleep', seconds: 0.5, isAsync: false }],
    [28, message([1, { double: 0.5 }]), { kind: 'sleep', seconds: 0.5, isAsync: true }],
    [29, message([1, { double: 2 }]), { kind: 'sleep', seconds: 2, isAsync: false }],
    [30, message([1, { double: 2 }]), { kind: 'sleep', seconds: 2, isAsync: true }],
    [31, message([1, 'numpy']), { kind: 'import', module: 'numpy' }],
    [32, message([1, 'a'], [2, 1], [1, 'b']), { kind: 'import_stubs', modules: ['a', 'b'] }],
    [33, message([1, '/a'], [3, true]), { kind: 'scan', path: '/a', maxDepth: null }],
    [33, message([1, '/a'], [2, 0]), { kind: 'scan', path: '/a', maxDepth: 0 }],
    [40, message(), { kind: 'unknown' }],
  ];
  it.each(calls)('tell of the call %i of the system', (field, body, call) => {
    const event = decoded(3, message([1, 9], [field, body], [51, true], [52, place]));
    expect(event).toEqual({ kind: 'os_call', callId: 9, call, awaited: true });
    expect(decoded(3, message([field, body]))).toMatchObject({ callId: 0, awaited: false });
  });

  it('give a variable of the environment its fallback, wherever the values stand', () => {
    const call = { kind: 'getenv', key: 'HOME', fallback: '/b' };
    const asked = message([1, 'HOME'], [2, 1]);
    expect(decoded(3, message([21, asked], [50, arena('/a', '/b')]))).toMatchObject({ call });
    expect(decoded(3, message([50, arena('/a', '/b')], [21, asked]))).toMatchObject({ call });
    expect(decoded(3, message([21, message([1, 'HOME'])], [50, arena('/b')]))).toMatchObject({ call });
  });

  it('refuse calls of the system that are no messages, and parts of the wrong type', () => {
    expect(() => decoded(3, message([14, 1]))).toThrowError(broken);
    expect(() => decoded(3, message([14, message([1, 1])]))).toThrowError(broken);
    expect(() => decoded(3, message([25, message([1, 'x'])]))).toThrowError(broken);
  });

  it('tell of names, futures, ends and states', () => {
    expect(decoded(4, message([1, 'x']))).toEqual({ kind: 'name_lookup', name: 'x', onObject: false });
    expect(decoded(4, message([1, 'x'], [2, message()], [3, place]))).toMatchObject({ onObject: true });
    expect(decoded(4, message([1, 'x'], [3, place]))).toMatchObject({ onObject: false });
    expect(decoded(5, message([1, Buffer.concat([varint(1), varint(300)])], [2, place]))).toEqual({
      kind: 'resolve_futures',
      pending: [1, 300],
    });
    expect(decoded(6, message([1, 1], [2, arena('a', 'b')]))).toMatchObject({
      kind: 'complete',
      value: 'b',
      ...whole,
    });
    expect(decoded(8, message([1, '[]'], [2, 1]))).toEqual({ kind: 'typing_error', diagnostics: '[]' });
    expect(decoded(9, message([2, 1], [1, Uint8Array.of(1, 2)]))).toEqual({
      kind: 'dump',
      state: Uint8Array.of(1, 2),
    });
    expect(decoded(10, message())).toEqual({ kind: 'ok' });
    expect(decoded(11, message([1, 'no']))).toEqual({ kind: 'fatal', message: 'no' });
    expect(decoded(12, message([1, 'x']))).toEqual({ kind: 'unknown' });
  });

  it('tell of an exception with the places that it passed', () => {
    const frame = message(
      [1, '<python-input-0>'],
      [2, message([1, 3], [2, 5])],
      [3, message([1, 4], [2, 9])],
      [4, 'f'],
      [5, 'x = 1'],
      [6, true],
    );
    const raised = message(
      [1, 'ValueError'],
      [2, 'no'],
      [3, frame],
      [3, message([1, '<string>'])],
      [4, message()],
    );
    expect(decoded(7, message([2, 1], [1, raised]))).toEqual({
      kind: 'error',
      raised: {
        type: 'ValueError',
        message: 'no',
        frames: [
          { file: '<python-input-0>', line: 3, column: 5, function: 'f' },
          { file: '<string>', line: 0, column: 0, function: null },
        ],
      },
    });
    expect(() => decoded(7, message())).toThrowError(broken);
  });

  it('carry the time of the feed, and refuse an event that is no message', () => {
    const frame = message([20, 99], [10, message()], [24, 1_234], [22, 7], [28, 'id']);
    expect(decodeFrame(frame)).toEqual({ event: { kind: 'ok' }, executionMicros: 1_234 });
    expect(decodeFrame(message())).toEqual({ event: { kind: 'unknown' }, executionMicros: 0 });
    expect(() => decodeFrame(message([10, 1]))).toThrowError(broken);
    expect(() => decodeFrame(message([24, 'x']))).toThrowError(broken);
  });

  it('refuse a frame that is cut anywhere but between two fields', () => {
    const frame = message([6, message([1, 0], [2, arena('text')])], [24, 5]);
    const event = frame.length - 3;
    for (let size = 1; size < frame.length; size++) {
      if (size === event) continue;
      expect(() => decodeFrame(frame.subarray(0, size))).toThrowError(broken);
    }
  });

  it.each([
    ['a name that is a number', 2, message([1, 5])],
    ['the number of a call that is text', 2, message([4, 'x'])],
    ['a number of seconds that is text', 3, message([27, message([1, 'x'])])],
    ['a state that is a number', 9, message([1, 5])],
    ['a stream that is text', 1, message([1, message([1, 'x'])])],
  ])('refuse %s', (_name, field, body) => {
    expect(() => decoded(field, body)).toThrowError(broken);
  });

  it.each([
    [2, false],
    [3, false],
    [6, true],
    [7, true],
    [8, true],
    [9, true],
  ])('take an oversized event %i for one that ends the feed: %s', (field, endsFeed) => {
    expect(oversizedFrame({ bytes: 5, key: field * 8 + 2 })).toEqual({
      event: { kind: 'oversized', bytes: 5, endsFeed },
      executionMicros: 0,
    });
    expect(() => oversizedFrame({ bytes: 5, key: field * 8 })).toThrowError(broken);
  });

  it.each([1, 4, 5, 10, 11, 12])('refuse an oversized event %i', (field) => {
    expect(() => oversizedFrame({ bytes: 5, key: field * 8 + 2 })).toThrowError(broken);
  });
});

describe('values that have no counterpart', () => {
  const value = (node: Buffer): unknown => {
    const event = decoded(6, message([1, 0], [2, message([1, 1], [2, node])]));
    return event.kind === 'complete' ? event.value : null;
  };

  it.each([
    ['Ellipsis', message([1, message()]), 'ellipsis', 'Ellipsis'],
    ['NotImplemented', message([3, message()]), 'NotImplementedType', 'NotImplemented'],
    ['an exception', message([22, message([1, 'KeyError'], [2, "a'b"])]), 'KeyError', 'KeyError("a\'b")'],
    ['an exception without argument', message([22, message([1, 'KeyError'])]), 'KeyError', 'KeyError()'],
    ['a function', message([25, message([1, 'f'])]), 'function', '<function f>'],
    ['a builtin', message([26, 'len']), 'builtin_function_or_method', '<built-in function len>'],
    ['a path', message([27, '/a']), 'PosixPath', "PosixPath('/a')"],
    [
      'a file',
      message([28, message([1, '/a'], [2, 'r'], [3, 7])]),
      'TextIOWrapper',
      "<file name='/a' mode='r'>",
    ],
    ['an object', message([29, '<A object at 0x7f>']), 'A', '<A object>'],
    ['a range', message([29, 'range(0, 3)']), 'range', 'range(0, 3)'],
    ['a class', message([29, "<class 'int'>"]), 'type', "<class 'int'>"],
    ['a cycle', message([30, '[...]']), 'cycle', '[...]'],
    [
      'a complex number',
      message([31, message([1, { double: 1 }], [2, { double: -2 }])]),
      'complex',
      '(1-2j)',
    ],
    ['a module', message([32, message([1, 'math'])]), 'module', "<module 'math'>"],
    ['a decimal', message([33, '1.50']), 'Decimal', "Decimal('1.50')"],
  ])('%s', (_name, node, type, repr) => {
    expect(value(node)).toEqual(new PythonObject(type, repr));
  });
});
