import type { PythonValue } from '../../python-value.js';
import { brokenFrame, type WireReader } from './reader.js';
import { decodeValue } from './value-decoder.js';

/** Calls that carry a path alone, by field number. */
const PATH_CALLS = {
  2: 'exists',
  3: 'is_file',
  4: 'is_dir',
  5: 'is_symlink',
  6: 'read_text',
  7: 'read_bytes',
  8: 'stat',
  9: 'iterdir',
  10: 'resolve',
  11: 'absolute',
  12: 'unlink',
  13: 'rmdir',
} as const;

/** The name of a call that carries a path alone. */
export type PathCall = (typeof PATH_CALLS)[keyof typeof PATH_CALLS];

/** What the code asked of the operating system. Paths are as the code wrote them. */
export type OsCall =
  | { [Kind in PathCall]: { readonly kind: Kind; readonly path: string } }[PathCall]
  | { readonly kind: 'write'; readonly path: string; readonly data: string | Uint8Array }
  | { readonly kind: 'append'; readonly path: string; readonly data: string | Uint8Array }
  | { readonly kind: 'open'; readonly path: string; readonly mode: string }
  | { readonly kind: 'mkdir'; readonly path: string; readonly parents: boolean; readonly existOk: boolean }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'getenv'; readonly key: string; readonly fallback: PythonValue }
  | { readonly kind: 'environ' }
  | { readonly kind: 'today' }
  | { readonly kind: 'now'; readonly offsetSeconds: number | null }
  | { readonly kind: 'unknown' };

/** Reads the body of an `OsCall`. */
export function decodeOsCall(reader: WireReader): { readonly callId: number; readonly call: OsCall } {
  let callId = 0;
  let call: OsCall = { kind: 'unknown' };
  while (reader.next()) {
    if (reader.field === 1) callId = reader.varint();
    else call = decodeCall(reader);
  }
  return { callId, call };
}

function isPathCall(field: number): field is keyof typeof PATH_CALLS {
  return field in PATH_CALLS;
}

function decodeCall(reader: WireReader): OsCall {
  const field = reader.field;
  if (isPathCall(field)) return { kind: PATH_CALLS[field], path: reader.string() };
  if (reader.wireType !== 2) throw brokenFrame('a call of the operating system is no message');
  const outer = reader.enter();
  const call = decodeMessageCall(reader, field);
  reader.leave(outer);
  return call;
}

function decodeMessageCall(reader: WireReader, field: number): OsCall {
  switch (field) {
    case 14:
    case 15: {
      const { path, text } = twoStrings(reader);
      return { kind: field === 14 ? 'write' : 'append', path, data: text };
    }
    case 16:
    case 17: {
      const { path, bytes } = pathAndBytes(reader);
      return { kind: field === 16 ? 'write' : 'append', path, data: bytes };
    }
    case 18: {
      const { path, text } = twoStrings(reader);
      return { kind: 'open', path, mode: text };
    }
    case 19:
      return decodeMkdir(reader);
    case 20: {
      const { path, text } = twoStrings(reader);
      return { kind: 'rename', from: path, to: text };
    }
    case 21:
      return decodeGetenv(reader);
    case 22:
      return { kind: 'environ' };
    case 23:
      return { kind: 'today' };
    case 24:
      return { kind: 'now', offsetSeconds: decodeZoneOffset(reader) };
    default:
      return { kind: 'unknown' };
  }
}

function twoStrings(reader: WireReader): { path: string; text: string } {
  let path = '';
  let text = '';
  while (reader.next()) {
    if (reader.field === 1) path = reader.string();
    else if (reader.field === 2) text = reader.string();
    else reader.skip();
  }
  return { path, text };
}

function pathAndBytes(reader: WireReader): { path: string; bytes: Uint8Array } {
  let path = '';
  let bytes: Uint8Array = new Uint8Array();
  while (reader.next()) {
    if (reader.field === 1) path = reader.string();
    else if (reader.field === 2) bytes = reader.bytes();
    else reader.skip();
  }
  return { path, bytes };
}

function decodeMkdir(reader: WireReader): OsCall {
  let path = '';
  let parents = false;
  let existOk = false;
  while (reader.next()) {
    if (reader.field === 1) path = reader.string();
    else if (reader.field === 2) parents = reader.bool();
    else if (reader.field === 3) existOk = reader.bool();
    else reader.skip();
  }
  return { kind: 'mkdir', path, parents, existOk };
}

function decodeGetenv(reader: WireReader): OsCall {
  let key = '';
  let fallback: PythonValue = null;
  while (reader.next()) {
    if (reader.field === 1) key = reader.string();
    else if (reader.field === 2) {
      const outer = reader.enter();
      fallback = decodeValue(reader);
      reader.leave(outer);
    } else reader.skip();
  }
  return { kind: 'getenv', key, fallback };
}

/** The offset of the zone that `datetime.now(tz)` was given; null when it was called without one. */
function decodeZoneOffset(reader: WireReader): number | null {
  let offset: number | null = null;
  while (reader.next()) {
    if (reader.field !== 1) {
      reader.skip();
      continue;
    }
    offset = 0;
    const outer = reader.enter();
    while (reader.next()) {
      if (reader.field === 1) offset = reader.int32();
      else reader.skip();
    }
    reader.leave(outer);
  }
  return offset;
}
