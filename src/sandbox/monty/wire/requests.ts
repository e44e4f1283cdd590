import type { Deterministic } from '../../deterministic.js';
import { PythonFloat, type PythonValue } from '../../python-value.js';
import { ArenaWriter } from './arena-writer.js';
import { NODE } from './node-kinds.js';
import { WireWriter } from './writer.js';

/** The protocol version that this client speaks. */
const PROTOCOL_VERSION = 6;
/** `TYPE_CHECK_FORMAT_JSON` */
const JSON_DIAGNOSTICS = 4;

/** What the worker calls source that it refuses before it is a feed of the session. */
export const UNREAD_SOURCE = 'run.py';

/** Limits of a worker session. */
export interface WireLimits {
  /** Microseconds of execution of each feed. */
  readonly maxFeedMicros: number;
  readonly maxMemoryBytes: number;
  readonly maxRecursionDepth: number;
}

/** A value that a host function or the parent gives to Python. */
type Given =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'paths'; readonly paths: readonly string[] }
  | { readonly kind: 'file'; readonly path: string; readonly mode: string }
  | {
      readonly kind: 'stat';
      readonly fields: readonly (readonly [name: string, value: number, isFloat: boolean])[];
    }
  /** Path, then whether it is a directory, a file, a symbolic link. */
  | { readonly kind: 'scan'; readonly entries: readonly (readonly [string, boolean, boolean, boolean])[] };

/** The answer to a call. */
export type Answer =
  | { readonly kind: 'return'; readonly given: Given }
  | { readonly kind: 'raise'; readonly type: string; readonly message: string }
  | { readonly kind: 'future'; readonly id: number }
  | { readonly kind: 'not_found'; readonly name: string }
  | { readonly kind: 'not_handled' };

/** Nothing a code can sleep for is longer than a run may last. */
const MAX_SLEEP_MICROS = 1e12;

const NOTHING = Buffer.alloc(0);
const scratch: WireWriter = new WireWriter();
const inner: WireWriter = new WireWriter();

/** Builds one framed request; the shared writer is left empty whatever happens. */
function request(field: number, body: (writer: WireWriter) => void): Buffer {
  try {
    body(scratch);
    scratch.message(field, 0);
    scratch.frame(0);
    return scratch.take();
  } catch (thrown) {
    scratch.clear();
    throw thrown;
  }
}

/** Starts a session. With nothing frozen it has the child's clock and entropy, in UTC, and sleeps by the parent. */
export function configureRequest(limits: WireLimits, frozen: Deterministic | null): Buffer {
  return request(1, (writer) => {
    writePolicy(writer, frozen);
    writer.uint(10, 5);
    writer.uint(9, PROTOCOL_VERSION);
    writer.uint(6, 0);
    writeLimits(writer, limits);
    writer.string(1, UNREAD_SOURCE);
  });
}

/** Starts a session that checks the types of each feed before it runs, against stubs for builtins. */
export function configureTypeCheckRequest(limits: WireLimits, stubs: string): Buffer {
  return request(1, (writer) => {
    writePolicy(writer, null);
    writer.uint(9, PROTOCOL_VERSION);
    writer.uint(7, JSON_DIAGNOSTICS);
    writer.string(4, stubs);
    writer.bool(3, true);
    writeLimits(writer, limits);
    writer.string(1, UNREAD_SOURCE);
  });
}

function writeLimits(writer: WireWriter, limits: WireLimits): void {
  const mark = writer.length;
  writer.uint(6, limits.maxFeedMicros);
  writer.uint(4, limits.maxRecursionDepth);
  writer.uint(2, limits.maxMemoryBytes);
  writer.message(2, mark);
}

function writePolicy(writer: WireWriter, frozen: Deterministic | null): void {
  const policy = writer.length;
  if (frozen === null) {
    writer.unit(10);
    const sleep = writer.length;
    writer.uint(1, MAX_SLEEP_MICROS);
    writer.message(1, sleep);
    writer.message(5, sleep);
  } else {
    writer.unit(9);
    const seed = writer.length;
    writeSeed(writer, frozen.seed);
    writer.message(8, seed);
    const sleep = writer.length;
    writer.unit(3);
    writer.message(5, sleep);
    const zone = writer.length;
    if (frozen.timezone === 'UTC') writer.unit(1);
    else writer.string(2, frozen.timezone);
    writer.message(4, zone);
    const clock = writer.length;
    const milliseconds = frozen.now.getTime();
    const seconds = Math.floor(milliseconds / 1000);
    writer.uint(2, (milliseconds - seconds * 1000) * 1000);
    writer.int64(1, seconds);
    writer.message(3, clock);
  }
  writer.message(11, policy);
}

function writeSeed(writer: WireWriter, seed: number | string): void {
  if (typeof seed === 'string') writer.string(3, seed);
  else {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(seed));
    writer.bytes(1, bytes);
  }
}

/** Inputs and functions that become globals, encoded. */
export interface EncodedInputs {
  readonly arena: Buffer;
  readonly roots: readonly (readonly [name: string, index: number])[];
}

/** Encodes the inputs of a feed. Throws as {@link ArenaWriter.value} for one that cannot cross. */
export function encodeInputs(
  inputs: Readonly<Record<string, PythonValue>>,
  functionNames: readonly string[],
  maxInputBytes: number,
): EncodedInputs {
  const arena = new ArenaWriter(maxInputBytes);
  const roots: (readonly [name: string, index: number])[] = [];
  for (const [name, value] of Object.entries(inputs)) {
    roots.push([name, arena.value(value, `input ${JSON.stringify(name)}`)]);
  }
  for (const name of functionNames) roots.push([name, writeFunction(arena, name)]);
  return { arena: roots.length === 0 ? NOTHING : arena.take(), roots };
}

/** Runs code, with its inputs or those that are there already. */
export function feedRequest(code: string, inputs: EncodedInputs | null, workingFolder: string): Buffer {
  return request(3, (writer) => {
    if (inputs !== null && inputs.roots.length > 0) {
      writer.bytes(3, inputs.arena);
      for (const [name, index] of inputs.roots.toReversed()) {
        const mark = writer.length;
        writer.uint(2, index);
        writer.string(1, name);
        writer.message(2, mark);
      }
    }
    writer.string(5, workingFolder);
    writer.string(1, code);
  });
}

/** Answers a function or file call. Throws as {@link ArenaWriter.value} for a value that cannot cross. */
export function resumeCallRequest(callId: number, answer: Answer, maxBytes: number): Buffer {
  return request(4, (writer) => {
    const arena = new ArenaWriter(maxBytes);
    const index = answerIndex(arena, answer);
    if (arena.count > 0) writer.bytes(3, arena.take());
    const mark = writer.length;
    writeAnswer(writer, answer, index);
    writer.message(2, mark);
    writer.uint(1, callId);
  });
}

/** Answers the look-up of an unknown name: a host function of that name, or nothing. */
export function resumeNameLookupRequest(functionName: string | null): Buffer {
  return request(5, (writer) => {
    if (functionName === null) {
      writer.unit(3);
      return;
    }
    const arena = new ArenaWriter(Number.MAX_SAFE_INTEGER);
    writer.uint(2, writeFunction(arena, functionName));
    writer.bytes(1, arena.take());
  });
}

/** Answers pending futures, and calls that are awaited where they stand, by the ids of their calls. */
export function resumeFuturesRequest(answers: ReadonlyMap<number, Answer>, maxBytes: number): Buffer {
  return request(6, (writer) => {
    const arena = new ArenaWriter(maxBytes);
    for (const [id, answer] of answers) {
      const outer = writer.length;
      writeAnswer(writer, answer, answerIndex(arena, answer));
      writer.message(2, outer);
      writer.uint(1, id);
      writer.message(1, outer);
    }
    if (arena.count > 0) writer.bytes(2, arena.take());
  });
}

/** Asks for the session as bytes. */
export function dumpRequest(): Buffer {
  return request(7, () => {});
}

/** Restores a session. */
export function loadRequest(state: Uint8Array): Buffer {
  return request(8, (writer) => writer.bytes(1, state));
}

/** Ends the session. */
export function resetRequest(): Buffer {
  return request(9, () => {});
}

/** Ends a suspended run with an exception that the code cannot catch. */
export function abortFeedRequest(type: string, message: string): Buffer {
  return request(11, (writer) => {
    const mark = writer.length;
    writer.string(2, message);
    writer.string(1, type);
    writer.message(1, mark);
  });
}

/** Writes the value of an answer, if it has one, and returns its index. */
function answerIndex(arena: ArenaWriter, answer: Answer): number {
  return answer.kind === 'return' ? writeGiven(arena, answer.given) : 0;
}

function writeAnswer(writer: WireWriter, answer: Answer, index: number): void {
  const mark = writer.length;
  switch (answer.kind) {
    case 'return':
      writer.uint(1, index);
      return;
    case 'raise':
      writer.string(2, answer.message);
      writer.string(1, answer.type);
      writer.message(2, mark);
      return;
    case 'future':
      writer.uint(3, answer.id);
      return;
    case 'not_found':
      writer.string(4, answer.name);
      return;
    case 'not_handled':
      writer.unit(5);
  }
}

function writeGiven(arena: ArenaWriter, given: Given): number {
  switch (given.kind) {
    case 'value':
      return arena.value(given.value, 'the answer of a host function');
    case 'path':
      return arena.message(NODE.path, Buffer.from(given.path));
    case 'paths':
      return arena.sequence(
        'list',
        given.paths.map((path) => arena.message(NODE.path, Buffer.from(path))),
      );
    case 'file':
      return message(arena, NODE.fileHandle, (writer) => {
        writer.string(2, given.mode);
        writer.string(1, given.path);
      });
    case 'stat':
      return writeStat(arena, given.fields);
    case 'scan':
      return arena.sequence(
        'list',
        given.entries.map((entry) =>
          arena.sequence(
            'tuple',
            entry.map((part) => arena.value(part, 'a path')),
          ),
        ),
      );
  }
}

function writeStat(arena: ArenaWriter, fields: Extract<Given, { kind: 'stat' }>['fields']): number {
  const indexes = fields.map(([, value, isFloat]) =>
    arena.value(isFloat ? new PythonFloat(value) : value, 'a status'),
  );
  return message(arena, NODE.namedTuple, (writer) => {
    const mark = writer.length;
    for (const index of indexes.reverse()) writer.varint(index);
    writer.message(3, mark);
    for (const [name] of [...fields].reverse()) writer.string(2, name);
    writer.string(1, 'os.stat_result');
  });
}

function writeFunction(arena: ArenaWriter, name: string): number {
  return message(arena, NODE.function, (writer) => writer.string(1, name));
}

/** Writes a node whose body is a message of scalar fields. */
function message(arena: ArenaWriter, field: number, body: (writer: WireWriter) => void): number {
  try {
    body(inner);
    return arena.message(field, inner.take());
  } finally {
    inner.clear();
  }
}
