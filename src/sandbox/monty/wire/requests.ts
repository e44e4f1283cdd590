import type { Deterministic } from '../../deterministic.js';
import type { PythonValue } from '../../python-value.js';
import { type Answer, answerIndex, writeAnswer } from './answer.js';
import { ArenaWriter } from './arena-writer.js';
import { writeFunction } from './scalar-nodes.js';
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

/** Nothing a code can sleep for is longer than a run may last. */
const MAX_SLEEP_MICROS = 1e12;

const NOTHING = Buffer.alloc(0);
const scratch: WireWriter = new WireWriter();

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
