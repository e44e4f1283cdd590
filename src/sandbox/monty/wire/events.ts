import type { PythonValue } from '../../python-value.js';
import { Arena, setOwn } from './arena-reader.js';
import type { OversizedFrame } from './frame-splitter.js';
import { decodeOsCall, type OsCall } from './os-call.js';
import { decodeRaised, type RaisedException } from './raised-exception.js';
import { brokenFrame, WireReader } from './reader.js';

/** Where in the code the worker waits: the UTF-8 bytes of an expression of a feed. */
export interface Place {
  /** `<python-input-N>`, N counting the feeds of the session from 0; `<string>` inside of `eval` and `exec`. */
  readonly file: string;
  readonly start: number;
}

/** A part of what the code printed. */
export interface Printed {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

/** What a value is as a tree: no tree is made of one that is too large or too deep. */
export interface Extent {
  /** Whether it nests deeper than values may. */
  readonly tooDeep: boolean;
  /** The bytes that it takes encoded where nothing is shared; may be infinite. */
  readonly treeBytes: number;
  /** Whether it holds integers that are too large to cross. */
  readonly largeIntegers: boolean;
}

/** What the worker says. Everything but `print` ends the worker's turn. */
export type WorkerEvent =
  | { readonly kind: 'print'; readonly segments: readonly Printed[] }
  | ({
      readonly kind: 'function_call';
      readonly name: string;
      readonly args: readonly PythonValue[];
      readonly kwargs: Readonly<Record<string, PythonValue>>;
      readonly callId: number;
      /** Whether it is a method call on a host object; this client gives none away. */
      readonly onObject: boolean;
      /** Whether the call is awaited at once, so that it may be answered as its future. */
      readonly awaited: boolean;
      readonly place: Place | null;
    } & Extent)
  | {
      readonly kind: 'os_call';
      readonly callId: number;
      readonly call: OsCall;
      readonly awaited: boolean;
    }
  | { readonly kind: 'name_lookup'; readonly name: string; readonly onObject: boolean }
  | { readonly kind: 'resolve_futures'; readonly pending: readonly number[] }
  | ({ readonly kind: 'complete'; readonly value: PythonValue } & Extent)
  | { readonly kind: 'error'; readonly raised: RaisedException }
  /** What the type checker found, as JSON; nothing has run. */
  | { readonly kind: 'typing_error'; readonly diagnostics: string }
  | { readonly kind: 'dump'; readonly state: Uint8Array }
  | { readonly kind: 'ok' }
  /** An event that was longer than accepted; `endsFeed` where nothing waits for an answer to it. */
  | { readonly kind: 'oversized'; readonly bytes: number; readonly endsFeed: boolean }
  | { readonly kind: 'fatal'; readonly message: string }
  | { readonly kind: 'unknown' };

/** One decoded frame. */
export interface WorkerFrame {
  readonly event: WorkerEvent;
  /** Microseconds that the feed has executed so far. */
  readonly executionMicros: number;
}

/** Decodes a frame of the worker. Throws `sandbox/broken_frame`. */
export function decodeFrame(frame: Buffer): WorkerFrame {
  const reader = new WireReader(frame);
  let event: WorkerEvent = { kind: 'unknown' };
  let executionMicros = 0;
  while (reader.next()) {
    if (reader.field === 24) executionMicros = reader.varint();
    else if (reader.field <= 12) {
      if (reader.wireType !== 2) throw brokenFrame('an event is not a message');
      const field = reader.field;
      const outer = reader.enter();
      event = decodeEvent(reader, field);
      reader.leave(outer);
    } else reader.skip();
  }
  return { event, executionMicros };
}

/** Stands for a frame that was too long to be kept. Throws `sandbox/broken_frame` for one that may not be long. */
export function oversizedFrame({ bytes, key }: OversizedFrame): WorkerFrame {
  const field = key >>> 3;
  const isEvent = (key & 7) === 2 && [2, 3, 6, 7, 8, 9].includes(field);
  if (!isEvent) throw brokenFrame(`it has ${bytes} bytes`);
  return { event: { kind: 'oversized', bytes, endsFeed: field > 3 }, executionMicros: 0 };
}

function decodeEvent(reader: WireReader, field: number): WorkerEvent {
  switch (field) {
    case 1:
      return { kind: 'print', segments: decodePrint(reader) };
    case 2:
      return decodeFunctionCall(reader);
    case 3:
      return { kind: 'os_call', ...decodeOsCall(reader) };
    case 4:
      return decodeNameLookup(reader);
    case 5:
      return { kind: 'resolve_futures', pending: decodePending(reader) };
    case 6:
      return decodeComplete(reader);
    case 7:
      return decodeError(reader);
    case 8:
      return { kind: 'typing_error', diagnostics: readText(reader) };
    case 9: {
      let state: Uint8Array = new Uint8Array();
      while (reader.next()) {
        if (reader.field === 1) state = reader.bytes();
        else reader.skip();
      }
      return { kind: 'dump', state };
    }
    case 10:
      return { kind: 'ok' };
    case 11:
      return { kind: 'fatal', message: readText(reader) };
    default:
      return { kind: 'unknown' };
  }
}

/** The text in field 1 of a small message. */
function readText(reader: WireReader): string {
  let text = '';
  while (reader.next()) {
    if (reader.field === 1) text = reader.string();
    else reader.skip();
  }
  return text;
}

function decodePrint(reader: WireReader): Printed[] {
  const segments: Printed[] = [];
  while (reader.next()) {
    if (reader.field !== 1) {
      reader.skip();
      continue;
    }
    const outer = reader.enter();
    let stream: Printed['stream'] = 'stdout';
    let text = '';
    while (reader.next()) {
      if (reader.field === 1) stream = reader.varint() === 2 ? 'stderr' : 'stdout';
      else if (reader.field === 2) text += reader.string();
      else reader.skip();
    }
    reader.leave(outer);
    segments.push({ stream, text });
  }
  return segments;
}

function decodeComplete(reader: WireReader): WorkerEvent {
  let index = 0;
  const arena = new Arena();
  while (reader.next()) {
    if (reader.field === 1) index = reader.varint();
    else if (reader.field === 2) readArena(reader, arena);
    else reader.skip();
  }
  return {
    kind: 'complete',
    value: arena.value(index),
    tooDeep: arena.isTooDeep(index),
    treeBytes: arena.treeBytes(index),
    largeIntegers: arena.hasLargeIntegers(index),
  };
}

function decodeError(reader: WireReader): WorkerEvent {
  let raised: RaisedException | null = null;
  while (reader.next()) {
    if (reader.field !== 1) {
      reader.skip();
      continue;
    }
    const outer = reader.enter();
    raised = decodeRaised(reader);
    reader.leave(outer);
  }
  if (raised === null) throw brokenFrame('an error lacks its exception');
  return { kind: 'error', raised };
}

function decodeFunctionCall(reader: WireReader): WorkerEvent {
  let name = '';
  let callId = 0;
  let onObject = false;
  let awaited = false;
  let place: Place | null = null;
  const args: number[] = [];
  const pairs: (readonly [key: number, value: number])[] = [];
  const arena = new Arena();
  while (reader.next()) {
    if (reader.field === 1) name = reader.string();
    else if (reader.field === 2) reader.eachUint((index) => args.push(index));
    else if (reader.field === 3) {
      reader.pair();
      pairs.push([reader.key, reader.value]);
    } else if (reader.field === 4) callId = reader.varint();
    else if (reader.field === 6) awaited = reader.bool();
    else if (reader.field === 7) readArena(reader, arena);
    else if (reader.field === 8) place = decodePlace(reader);
    else {
      onObject ||= reader.field === 5;
      reader.skip();
    }
  }
  const kwargs: Record<string, PythonValue> = {};
  for (const [key, value] of pairs) {
    const keyword = arena.value(key);
    if (typeof keyword !== 'string') throw brokenFrame('a keyword is not a string');
    setOwn(kwargs, keyword, arena.value(value));
  }
  const roots = [...args, ...pairs.map(([, value]) => value)];
  return {
    kind: 'function_call',
    name,
    args: args.map((index) => arena.value(index)),
    kwargs,
    callId,
    onObject,
    awaited,
    place,
    tooDeep: roots.some((index) => arena.isTooDeep(index)),
    treeBytes: roots.reduce((sum, index) => sum + arena.treeBytes(index), 0),
    largeIntegers: roots.some((index) => arena.hasLargeIntegers(index)),
  };
}

/** Reads the current field as a part of an arena. */
function readArena(reader: WireReader, arena: Arena): void {
  const outer = reader.enter();
  arena.read(reader);
  reader.leave(outer);
}

function decodePlace(reader: WireReader): Place {
  let file = '';
  let start = 0;
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 1) file = reader.string();
    else if (reader.field === 2) start = reader.varint();
    else reader.skip();
  }
  reader.leave(outer);
  return { file, start };
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

function decodePending(reader: WireReader): number[] {
  const pending: number[] = [];
  while (reader.next()) {
    if (reader.field === 1) reader.eachUint((id) => pending.push(id));
    else reader.skip();
  }
  return pending;
}
