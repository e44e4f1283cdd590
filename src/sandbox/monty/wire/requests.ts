import type { PythonValue } from '../../python-value.js';
import { encodeValue } from './value-encoder.js';
import { VALUE } from './value-fields.js';
import { WireWriter } from './writer.js';

/** The protocol version that this client speaks. */
export const PROTOCOL_VERSION = 2;

/** Limits of a worker session. */
export interface WireLimits {
  /** Microseconds of execution, counted over the whole session. */
  readonly maxDurationMicros: number;
  readonly maxMemoryBytes: number;
  readonly maxRecursionDepth: number;
}

/** A value that a host function or the parent gives to Python. */
export type Given =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'paths'; readonly paths: readonly string[] }
  | { readonly kind: 'file'; readonly path: string; readonly mode: string }
  | { readonly kind: 'stat'; readonly fields: readonly (readonly [string, number, 'int' | 'float'])[] }
  | { readonly kind: 'date'; readonly at: Date }
  | { readonly kind: 'datetime'; readonly at: Date; readonly offsetSeconds: number | null };

/** The answer to a call. */
export type Answer =
  | { readonly kind: 'return'; readonly given: Given }
  | { readonly kind: 'raise'; readonly type: string; readonly message: string }
  | { readonly kind: 'future'; readonly id: number }
  | { readonly kind: 'not_found'; readonly name: string };

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

/** Starts a session. */
export function configureRequest(limits: WireLimits): Buffer {
  return request(1, (writer) => {
    writer.uint(10, 5);
    writer.uint(9, PROTOCOL_VERSION);
    const mark = writer.length;
    writer.uint(4, limits.maxRecursionDepth);
    writer.uint(2, limits.maxMemoryBytes);
    writer.uint(1, limits.maxDurationMicros);
    writer.message(2, mark);
    writer.string(1, 'run.py');
  });
}

/** Runs code; inputs become globals. Throws as `encodeValue` for an input that cannot cross. */
export function feedRequest(
  code: string,
  inputs: Readonly<Record<string, PythonValue>>,
  functionNames: readonly string[],
  maxInputBytes: number,
): Buffer {
  return request(3, (writer) => {
    const names = Object.keys(inputs);
    for (let index = names.length - 1; index >= 0; index--) {
      const name = names[index] ?? '';
      const mark = writer.length;
      encodeValue(writer, inputs[name], maxInputBytes, `input ${JSON.stringify(name)}`);
      writer.message(2, mark);
      writer.string(1, name);
      writer.message(2, mark);
    }
    for (const name of functionNames) {
      const mark = writer.length;
      writeGiven(writer, { kind: 'function', name }, maxInputBytes, name);
      writer.message(2, mark);
      writer.string(1, name);
      writer.message(2, mark);
    }
    writer.string(1, code);
  });
}

/** Answers a function or file call. Throws as `encodeValue` for a value that cannot cross. */
export function resumeCallRequest(callId: number, answer: Answer, maxBytes: number): Buffer {
  return request(4, (writer) => {
    const mark = writer.length;
    writeAnswer(writer, answer, maxBytes);
    writer.message(2, mark);
    writer.uint(1, callId);
  });
}

/** Answers the look-up of an unknown name: a host function of that name, or nothing. */
export function resumeNameLookupRequest(functionName: string | null): Buffer {
  return request(5, (writer) => {
    if (functionName === null) writer.unit(2);
    else {
      const mark = writer.length;
      writeGiven(writer, { kind: 'function', name: functionName }, Number.MAX_SAFE_INTEGER, functionName);
      writer.message(1, mark);
    }
  });
}

/** Answers pending futures, by the ids that their calls were given. */
export function resumeFuturesRequest(answers: ReadonlyMap<number, Answer>, maxBytes: number): Buffer {
  return request(6, (writer) => {
    for (const [id, answer] of answers) {
      const outer = writer.length;
      writeAnswer(writer, answer, maxBytes);
      writer.message(2, outer);
      writer.uint(1, id);
      writer.message(1, outer);
    }
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

function writeAnswer(writer: WireWriter, answer: Answer, maxBytes: number): void {
  const mark = writer.length;
  switch (answer.kind) {
    case 'return':
      writeGiven(writer, answer.given, maxBytes, 'the answer of a host function');
      writer.message(1, mark);
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
  }
}

function writeGiven(writer: WireWriter, given: Given, maxBytes: number, where: string): void {
  const mark = writer.length;
  switch (given.kind) {
    case 'value':
      encodeValue(writer, given.value, maxBytes, where);
      return;
    case 'function':
      writer.string(1, given.name);
      writer.message(VALUE.function, mark);
      return;
    case 'path':
      writer.string(VALUE.path, given.path);
      return;
    case 'paths':
      for (let index = given.paths.length - 1; index >= 0; index--) {
        const item = writer.length;
        writer.string(VALUE.path, given.paths[index] ?? '');
        writer.message(1, item);
      }
      writer.message(VALUE.list, mark);
      return;
    case 'file':
      writer.string(2, given.mode);
      writer.string(1, given.path);
      writer.message(VALUE.fileHandle, mark);
      return;
    case 'stat':
      for (const [, value, kind] of [...given.fields].reverse()) {
        const item = writer.length;
        if (kind === 'float') writer.double(VALUE.float, value);
        else writer.sint(VALUE.int, value);
        writer.message(3, item);
      }
      for (const [name] of [...given.fields].reverse()) writer.string(2, name);
      writer.string(1, 'os.stat_result');
      writer.message(VALUE.namedTuple, mark);
      return;
    case 'date':
      writer.uint(3, given.at.getUTCDate());
      writer.uint(2, given.at.getUTCMonth() + 1);
      writer.int32(1, given.at.getUTCFullYear());
      writer.message(VALUE.date, mark);
      return;
    case 'datetime':
      writeDateTime(writer, given.at, given.offsetSeconds);
      writer.message(VALUE.datetime, mark);
  }
}

/** Writes the wall clock of the given offset; naive when the offset is null (the zone of the sandbox is UTC). */
function writeDateTime(writer: WireWriter, at: Date, offsetSeconds: number | null): void {
  const local = new Date(at.getTime() + (offsetSeconds ?? 0) * 1000);
  if (offsetSeconds !== null) writer.int32(8, offsetSeconds);
  writer.uint(7, local.getUTCMilliseconds() * 1000);
  writer.uint(6, local.getUTCSeconds());
  writer.uint(5, local.getUTCMinutes());
  writer.uint(4, local.getUTCHours());
  writer.uint(3, local.getUTCDate());
  writer.uint(2, local.getUTCMonth() + 1);
  writer.int32(1, local.getUTCFullYear());
}
