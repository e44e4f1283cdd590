import type { PythonValue } from '../../python-value.js';
import { Arena } from './arena-reader.js';
import { brokenFrame, type WireReader } from './reader.js';

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
type PathCall = (typeof PATH_CALLS)[keyof typeof PATH_CALLS];

/** What `os.walk`, `os.scandir`, `Path.glob` and `Path.rglob` ask for. */
export interface ScanCall {
  readonly kind: 'scan';
  readonly path: string;
  /** Levels below the path; null for all. */
  readonly maxDepth: number | null;
}

/** What the code asked of the operating system. Paths are joined to the working directory, and not normalised. */
export type OsCall =
  | { [Kind in PathCall]: { readonly kind: Kind; readonly path: string } }[PathCall]
  | { readonly kind: 'write'; readonly path: string; readonly data: string | Uint8Array }
  | { readonly kind: 'append'; readonly path: string; readonly data: string | Uint8Array }
  | { readonly kind: 'open'; readonly path: string; readonly mode: string }
  | { readonly kind: 'mkdir'; readonly path: string; readonly parents: boolean; readonly existOk: boolean }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'getenv'; readonly key: string; readonly fallback: PythonValue }
  | { readonly kind: 'environ' }
  | { readonly kind: 'urandom'; readonly size: number }
  | { readonly kind: 'sleep'; readonly seconds: number; readonly isAsync: boolean }
  | { readonly kind: 'import'; readonly module: string }
  /** The type checker asks for the stubs of modules that it does not know. */
  | { readonly kind: 'import_stubs'; readonly modules: readonly string[] }
  | ScanCall
  | { readonly kind: 'unknown' };

/** Reads the body of an `OsCall`. */
export function decodeOsCall(reader: WireReader): {
  readonly callId: number;
  readonly call: OsCall;
  readonly awaited: boolean;
} {
  let callId = 0;
  let awaited = false;
  let call: OsCall = { kind: 'unknown' };
  /** The index of the fallback of `getenv`. */
  let fallback = -1;
  const arena = new Arena();
  while (reader.next()) {
    const { field } = reader;
    if (field === 1) callId = reader.varint();
    else if (field === 51) awaited = reader.bool();
    else if (isPathCall(field)) call = { kind: PATH_CALLS[field], path: reader.string() };
    else if (field > 51) reader.skip();
    else {
      if (reader.wireType !== 2) throw brokenFrame('a call of the operating system is not a message');
      const outer = reader.enter();
      if (field === 50) arena.read(reader);
      else if (field === 21) {
        const read = readFields(reader);
        call = { kind: 'getenv', key: read.text(1), fallback: null };
        fallback = read.number(2) ?? 0;
      } else if (field === 32) call = { kind: 'import_stubs', modules: readTexts(reader) };
      else call = decodeCall(readFields(reader), field);
      reader.leave(outer);
    }
  }
  if (call.kind === 'getenv' && fallback >= 0) call = { ...call, fallback: arena.value(fallback) };
  return { callId, call, awaited };
}

function isPathCall(field: number): field is keyof typeof PATH_CALLS {
  return field in PATH_CALLS;
}

function decodeCall(fields: Fields, field: number): OsCall {
  switch (field) {
    case 14:
    case 15:
      return { kind: field === 14 ? 'write' : 'append', path: fields.text(1), data: fields.text(2) };
    case 16:
    case 17:
      return { kind: field === 16 ? 'write' : 'append', path: fields.text(1), data: fields.bytes(2) };
    case 18:
      return { kind: 'open', path: fields.text(1), mode: fields.text(2) };
    case 19:
      return {
        kind: 'mkdir',
        path: fields.text(1),
        parents: (fields.number(2) ?? 0) !== 0,
        existOk: (fields.number(3) ?? 0) !== 0,
      };
    case 20:
      return { kind: 'rename', from: fields.text(1), to: fields.text(2) };
    case 22:
      return { kind: 'environ' };
    case 25:
      return { kind: 'urandom', size: fields.number(1) ?? 0 };
    case 27:
    case 29:
      return { kind: 'sleep', seconds: fields.double(1), isAsync: false };
    case 28:
    case 30:
      return { kind: 'sleep', seconds: fields.double(1), isAsync: true };
    case 31:
      return { kind: 'import', module: fields.text(1) };
    case 33:
      return { kind: 'scan', path: fields.text(1), maxDepth: fields.number(2) ?? null };
    default:
      return { kind: 'unknown' };
  }
}

/** The texts of field 1, which is repeated. */
function readTexts(reader: WireReader): readonly string[] {
  const texts: string[] = [];
  while (reader.next()) {
    if (reader.field === 1) texts.push(reader.string());
    else reader.skip();
  }
  return texts;
}

/** The fields of a small message, read by kind when they are asked for. */
interface Fields {
  text(field: number): string;
  bytes(field: number): Uint8Array;
  number(field: number): number | undefined;
  double(field: number): number;
}

function readFields(reader: WireReader): Fields {
  const found = new Map<number, Uint8Array | number>();
  while (reader.next()) {
    if (reader.wireType === 0) found.set(reader.field, reader.varint());
    else if (reader.wireType === 1) found.set(reader.field, reader.double());
    else if (reader.wireType === 2) found.set(reader.field, reader.bytes());
    else reader.skip();
  }
  const bytes = (field: number): Uint8Array => {
    const value = found.get(field) ?? new Uint8Array();
    if (typeof value === 'number') throw brokenFrame(`field ${field} has the wrong wire type`);
    return value;
  };
  const number = (field: number): number | undefined => {
    const value = found.get(field);
    if (value instanceof Uint8Array) throw brokenFrame(`field ${field} has the wrong wire type`);
    return value;
  };
  return {
    text: (field) => Buffer.from(bytes(field)).toString('utf8'),
    bytes,
    number,
    double: (field) => number(field) ?? 0,
  };
}
