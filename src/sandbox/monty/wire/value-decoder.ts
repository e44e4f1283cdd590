import { PythonObject, type PythonValue } from '../../python-value.js';
import { dateRepr, datetimeRepr, timedeltaRepr, timeRepr, timezoneRepr } from './date-repr.js';
import { pythonStringRepr } from './python-string-repr.js';
import { brokenFrame, type WireReader } from './reader.js';
import { VALUE } from './value-fields.js';

/** Deepest nesting that is decoded; the worker itself stops at 48 lists. */
const MAX_DECODE_DEPTH = 64;

/** Reads the body of a `MontyObject`, up to the end of the reader's current message. */
export function decodeValue(reader: WireReader, depth = 0): PythonValue {
  if (depth > MAX_DECODE_DEPTH) throw brokenFrame('a value nests too deep');
  let value: PythonValue | undefined;
  while (reader.next()) value = decodeKind(reader, depth);
  if (value === undefined) throw brokenFrame('a value has no kind');
  return value;
}

function decodeKind(reader: WireReader, depth: number): PythonValue | undefined {
  switch (reader.field) {
    case VALUE.string:
      return reader.string();
    case VALUE.int:
      return reader.sint();
    case VALUE.float:
      return reader.double();
    case VALUE.boolean:
      return reader.bool();
    case VALUE.none:
      reader.skip();
      return null;
    case VALUE.list:
    case VALUE.tuple:
      return decodeItems(reader, depth, 1);
    case VALUE.namedTuple:
      return decodeItems(reader, depth, 3);
    case VALUE.dict:
      return decodeDict(reader, depth);
    case VALUE.set:
    case VALUE.frozenSet:
      return new Set(decodeItems(reader, depth, 1));
    case VALUE.bytes:
      return reader.bytes();
    case VALUE.bigint:
      return decodeBigInt(reader);
    default:
      return decodeOther(reader, depth);
  }
}

function decodeOther(reader: WireReader, depth: number): PythonValue | undefined {
  switch (reader.field) {
    case VALUE.ellipsis:
      reader.skip();
      return new PythonObject('ellipsis', 'Ellipsis');
    case VALUE.notImplemented:
      reader.skip();
      return new PythonObject('NotImplementedType', 'NotImplemented');
    case VALUE.date:
      return new PythonObject('date', dateRepr(numbers(reader).fields));
    case VALUE.time:
      return new PythonObject('time', timeRepr(numbers(reader)));
    case VALUE.datetime:
      return new PythonObject('datetime', datetimeRepr(numbers(reader)));
    case VALUE.timedelta:
      return new PythonObject('timedelta', timedeltaRepr(numbers(reader).fields));
    case VALUE.timezone:
      return new PythonObject('timezone', timezoneRepr(numbers(reader)));
    case VALUE.exception:
      return decodeException(reader);
    case VALUE.type:
      return new PythonObject('type', `<class '${decodeTypeName(reader)}'>`);
    case VALUE.classInstance:
      return decodeInstance(reader, depth);
    case VALUE.function:
      return decodeFunction(reader);
    case VALUE.builtinFunction:
      return new PythonObject('builtin_function_or_method', `<built-in function ${reader.string()}>`);
    case VALUE.path:
      return new PythonObject('PosixPath', `PosixPath(${pythonStringRepr(reader.string())})`);
    case VALUE.fileHandle:
      return decodeFileHandle(reader);
    case VALUE.repr:
      return decodeRepr(reader.string());
    case VALUE.cycle:
      return decodeCycle(reader);
    default:
      reader.skip();
      return undefined;
  }
}

function decodeItems(reader: WireReader, depth: number, field: number): PythonValue[] {
  reader.noteContainer(depth);
  const items: PythonValue[] = [];
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field !== field) {
      reader.skip();
      continue;
    }
    const item = reader.enter();
    items.push(decodeValue(reader, depth + 1));
    reader.leave(item);
  }
  reader.leave(outer);
  return items;
}

/** A dict in the making: a plain object while every key is a str, a map from the first other key on. */
export interface DictInMaking {
  readonly record: Record<string, PythonValue>;
  map: Map<PythonValue, PythonValue> | null;
}

function decodeDict(reader: WireReader, depth: number): PythonValue {
  reader.noteContainer(depth);
  const outer = reader.enter();
  const dict: DictInMaking = { record: {}, map: null };
  while (reader.next()) {
    if (reader.field === 1) decodePair(reader, dict, depth);
    else reader.skip();
  }
  reader.leave(outer);
  return dict.map ?? dict.record;
}

/** Reads one `Pair` field into a dict that is inside of `depth` others. */
export function decodePair(reader: WireReader, dict: DictInMaking, depth: number): void {
  let key: PythonValue | undefined;
  let value: PythonValue | undefined;
  const outer = reader.enter();
  while (reader.next()) {
    const { field } = reader;
    if (field !== 1 && field !== 2) {
      reader.skip();
      continue;
    }
    const inner = reader.enter();
    const member = decodeValue(reader, depth + 1);
    reader.leave(inner);
    if (field === 1) key = member;
    else value = member;
  }
  reader.leave(outer);
  if (key === undefined || value === undefined) throw brokenFrame('a pair lacks its key or value');
  if (dict.map !== null) dict.map.set(key, value);
  else if (typeof key === 'string') setOwn(dict.record, key, value);
  else dict.map = new Map<PythonValue, PythonValue>(Object.entries(dict.record)).set(key, value);
}

/** Sets an own property, also one named `__proto__`. */
function setOwn(record: Record<string, PythonValue>, key: string, value: PythonValue): void {
  if (key !== '__proto__') record[key] = value;
  else Object.defineProperty(record, key, { value, enumerable: true, writable: true, configurable: true });
}

function decodeBigInt(reader: WireReader): bigint | number {
  let negative = false;
  let magnitude = 0n;
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 1) negative = reader.bool();
    else if (reader.field === 2) {
      const hex = Buffer.from(reader.bytes()).toString('hex');
      magnitude = hex === '' ? 0n : BigInt(`0x${hex}`);
    } else reader.skip();
  }
  reader.leave(outer);
  const value = negative ? -magnitude : magnitude;
  return magnitude <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** A message of numbers, and the one text that some have (a zone's name), by field number. */
export interface NumberFields {
  readonly fields: ReadonlyMap<number, number>;
  readonly text: string | null;
}

function numbers(reader: WireReader): NumberFields {
  const fields = new Map<number, number>();
  let text: string | null = null;
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.wireType === 0) fields.set(reader.field, reader.int32());
    else if (reader.wireType === 2) text = reader.string();
    else reader.skip();
  }
  reader.leave(outer);
  return { fields, text };
}

/** Reads the string fields of a message; the rest is skipped. */
function strings(reader: WireReader): ReadonlyMap<number, string> {
  const fields = new Map<number, string>();
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.wireType === 2) fields.set(reader.field, reader.string());
    else reader.skip();
  }
  reader.leave(outer);
  return fields;
}

function decodeException(reader: WireReader): PythonObject {
  const fields = strings(reader);
  const type = fields.get(1) ?? 'Exception';
  const argument = fields.get(2);
  return new PythonObject(type, `${type}(${argument === undefined ? '' : pythonStringRepr(argument)})`);
}

function decodeTypeName(reader: WireReader): string {
  return strings(reader).get(1) ?? 'object';
}

function decodeFunction(reader: WireReader): PythonObject {
  return new PythonObject('function', `<function ${strings(reader).get(1) ?? ''}>`);
}

function decodeCycle(reader: WireReader): PythonObject {
  return new PythonObject('cycle', strings(reader).get(2) ?? '...');
}

function decodeFileHandle(reader: WireReader): PythonObject {
  const fields = strings(reader);
  const path = pythonStringRepr(fields.get(1) ?? '');
  return new PythonObject(
    'TextIOWrapper',
    `<file name=${path} mode=${pythonStringRepr(fields.get(2) ?? '')}>`,
  );
}

function decodeInstance(reader: WireReader, depth: number): PythonObject {
  let type = 'object';
  let attributes: PythonValue = {};
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 1) type = decodeTypeName(reader);
    else if (reader.field === 3) attributes = decodeDict(reader, depth);
    else reader.skip();
  }
  reader.leave(outer);
  const record = attributes instanceof Map ? {} : (attributes as Readonly<Record<string, PythonValue>>);
  return new PythonObject(type, `<${type} object>`, record);
}

/** Turns the worker's text for objects that have no message of their own into a type and a repr without addresses. */
function decodeRepr(text: string): PythonObject {
  const plain = text.replace(/ at 0x[0-9a-fA-F]+/g, '');
  const named = /^<(function|module|class|coroutine|built-in function|bound method)\b/.exec(plain)?.[1];
  const called = /^([A-Za-z_]\w*)\(/.exec(plain)?.[1];
  const objectOf = /^<([A-Za-z_]\w*) object\b/.exec(plain)?.[1];
  const type = named === 'class' ? 'type' : (named ?? objectOf ?? called ?? 'object');
  return new PythonObject(type, plain.replace(/^<function '([^']*)'>$/, '<function $1>'));
}
