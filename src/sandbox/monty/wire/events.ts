import type { PythonValue } from '../../python-value.js';
import { decodeOsCall, type OsCall } from './os-call.js';
import { decodeRaised, type RaisedException } from './raised-exception.js';
import { brokenFrame, WireReader } from './reader.js';
import { type DictInMaking, decodePair, decodeValue } from './value-decoder.js';

/** What the worker says. Everything but `print` ends the worker's turn. */
export type WorkerEvent =
  | { readonly kind: 'print'; readonly text: string }
  | {
      readonly kind: 'function_call';
      readonly name: string;
      readonly args: readonly PythonValue[];
      readonly kwargs: Readonly<Record<string, PythonValue>>;
      readonly callId: number;
      /** Whether it is a method call on a host object; this client gives none away. */
      readonly onObject: boolean;
      /** Whether an argument nests deeper than values may. */
      readonly tooDeep: boolean;
    }
  | { readonly kind: 'os_call'; readonly callId: number; readonly call: OsCall }
  | { readonly kind: 'name_lookup'; readonly name: string; readonly onObject: boolean }
  | { readonly kind: 'resolve_futures'; readonly pending: readonly number[] }
  | {
      readonly kind: 'complete';
      readonly value: PythonValue;
      /** Whether the value nests deeper than values may. */
      readonly tooDeep: boolean;
    }
  | { readonly kind: 'error'; readonly raised: RaisedException }
  | { readonly kind: 'dump'; readonly state: Uint8Array }
  | { readonly kind: 'ok' }
  | { readonly kind: 'fatal'; readonly message: string }
  | { readonly kind: 'unknown' };

/** One decoded frame. */
export interface WorkerFrame {
  readonly event: WorkerEvent;
  /** Microseconds that the session has executed so far, all its runs together. */
  readonly executionMicros: number;
}

/** Decodes a frame of the worker. Throws `sandbox/broken_frame`. */
export function decodeFrame(frame: Buffer): WorkerFrame {
  const reader = new WireReader(frame);
  let event: WorkerEvent = { kind: 'unknown' };
  let executionMicros = 0;
  while (reader.next()) {
    if (reader.field === 20) executionMicros = reader.varint();
    else if (reader.field <= 12) {
      if (reader.wireType !== 2) throw brokenFrame('an event is no message');
      const field = reader.field;
      const outer = reader.enter();
      event = decodeEvent(reader, field);
      reader.leave(outer);
    } else reader.skip();
  }
  return { event, executionMicros };
}

function decodeEvent(reader: WireReader, field: number): WorkerEvent {
  switch (field) {
    case 1:
      return { kind: 'print', text: decodePrint(reader) };
    case 2:
      return decodeFunctionCall(reader);
    case 3:
      return { kind: 'os_call', ...decodeOsCall(reader) };
    case 4:
      return decodeNameLookup(reader);
    case 5:
      return { kind: 'resolve_futures', pending: decodePending(reader) };
    case 6:
      return {
        kind: 'complete',
        value: decodeNested(reader, 1, (inner) => decodeValue(inner)) ?? null,
        tooDeep: reader.tooDeep,
      };
    case 7: {
      const raised = decodeNested(reader, 1, decodeRaised);
      if (raised === undefined) throw brokenFrame('an error lacks its exception');
      return { kind: 'error', raised };
    }
    case 9:
      return { kind: 'dump', state: decodeBytes(reader) };
    case 10:
      return { kind: 'ok' };
    case 11:
      return { kind: 'fatal', message: decodeText(reader) };
    default:
      return { kind: 'unknown' };
  }
}

/** Reads the nested message `field` of the current message, if it is there. */
function decodeNested<T>(
  reader: WireReader,
  field: number,
  decode: (reader: WireReader) => T,
): T | undefined {
  let result: T | undefined;
  while (reader.next()) {
    if (reader.field === field) {
      const outer = reader.enter();
      result = decode(reader);
      reader.leave(outer);
    } else reader.skip();
  }
  return result;
}

/** Both ways in which workers have sent output: one text, or segments of text. */
function decodePrint(reader: WireReader): string {
  let text = '';
  while (reader.next()) {
    if (reader.field === 2) text += reader.string();
    else if (reader.field === 3) {
      const outer = reader.enter();
      text += decodeSegment(reader);
      reader.leave(outer);
    } else reader.skip();
  }
  return text;
}

function decodeSegment(reader: WireReader): string {
  let text = '';
  while (reader.next()) {
    if (reader.field === 2) text += reader.string();
    else reader.skip();
  }
  return text;
}

function decodeFunctionCall(reader: WireReader): WorkerEvent {
  let name = '';
  let callId = 0;
  let onObject = false;
  const args: PythonValue[] = [];
  const kwargs: DictInMaking = { record: {}, map: null };
  while (reader.next()) {
    if (reader.field === 1) name = reader.string();
    else if (reader.field === 2) {
      const outer = reader.enter();
      args.push(decodeValue(reader));
      reader.leave(outer);
    } else if (reader.field === 3) {
      decodePair(reader, kwargs, -1);
      if (kwargs.map !== null) throw brokenFrame('a keyword is no string');
    } else if (reader.field === 4) callId = reader.varint();
    else {
      onObject ||= reader.field === 5;
      reader.skip();
    }
  }
  return {
    kind: 'function_call',
    name,
    args,
    kwargs: kwargs.record,
    callId,
    onObject,
    tooDeep: reader.tooDeep,
  };
}

function decodeNameLookup(reader: WireReader): WorkerEvent {
  let name = '';
  let onObject = false;
  while (reader.next()) {
    if (reader.field === 1) name = reader.string();
    else {
      onObject ||= reader.field === 2;
      reader.skip();
    }
  }
  return { kind: 'name_lookup', name, onObject };
}

/** Packed or one by one: both are valid protobuf. */
function decodePending(reader: WireReader): number[] {
  const pending: number[] = [];
  while (reader.next()) {
    if (reader.field !== 1) reader.skip();
    else if (reader.wireType === 0) pending.push(reader.uint());
    else {
      const outer = reader.enter();
      while (!reader.atEnd) pending.push(reader.uint());
      reader.leave(outer);
    }
  }
  return pending;
}

function decodeText(reader: WireReader): string {
  let text = '';
  while (reader.next()) {
    if (reader.field === 1) text = reader.string();
    else reader.skip();
  }
  return text;
}

function decodeBytes(reader: WireReader): Uint8Array {
  let bytes: Uint8Array = new Uint8Array();
  while (reader.next()) {
    if (reader.field === 1) bytes = reader.bytes();
    else reader.skip();
  }
  return bytes;
}
