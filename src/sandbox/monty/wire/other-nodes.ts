import { PythonObject, type PythonValue } from '../../python-value.js';
import { dateRepr, datetimeRepr, timedeltaRepr, timeRepr, timezoneRepr } from './date-repr.js';
import { complexRepr } from './float-repr.js';
import { NODE } from './node-kinds.js';
import { pythonStringRepr } from './python-string-repr.js';
import type { WireReader } from './reader.js';

/** Reads a node that holds no other nodes and has no JavaScript counterpart; undefined for a kind unknown here. */
export function decodeLeaf(reader: WireReader): PythonValue | undefined {
  switch (reader.field) {
    case NODE.ellipsis:
      return unit(reader, 'ellipsis', 'Ellipsis');
    case NODE.notImplemented:
      return unit(reader, 'NotImplementedType', 'NotImplemented');
    case NODE.uuid:
      return unit(reader, 'UUID', 'UUID(...)');
    case NODE.date:
      return new PythonObject('date', dateRepr(numbers(reader).fields));
    case NODE.time:
      return new PythonObject('time', timeRepr(numbers(reader)));
    case NODE.datetime:
      return new PythonObject('datetime', datetimeRepr(numbers(reader)));
    case NODE.timedelta:
      return new PythonObject('timedelta', timedeltaRepr(numbers(reader).fields));
    case NODE.timezone:
      return new PythonObject('timezone', timezoneRepr(numbers(reader)));
    case NODE.exception:
      return decodeException(reader);
    case NODE.function:
      return new PythonObject('function', `<function ${strings(reader).get(1) ?? ''}>`);
    case NODE.builtinFunction:
      return new PythonObject('builtin_function_or_method', `<built-in function ${reader.string()}>`);
    case NODE.path:
      return new PythonObject('PosixPath', `PosixPath(${pythonStringRepr(reader.string())})`);
    case NODE.fileHandle:
      return decodeFileHandle(reader);
    case NODE.repr:
      return decodeRepr(reader.string());
    case NODE.cycle:
      return new PythonObject('cycle', reader.string());
    case NODE.complex:
      return decodeComplex(reader);
    case NODE.module:
      return new PythonObject('module', `<module '${strings(reader).get(1) ?? ''}'>`);
    case NODE.decimal:
      return new PythonObject('Decimal', `Decimal('${reader.string()}')`);
    default:
      reader.skip();
      return undefined;
  }
}

function unit(reader: WireReader, type: string, repr: string): PythonObject {
  reader.skip();
  return new PythonObject(type, repr);
}

function decodeComplex(reader: WireReader): PythonObject {
  let real = 0;
  let imaginary = 0;
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 1) real = reader.double();
    else if (reader.field === 2) imaginary = reader.double();
    else reader.skip();
  }
  reader.leave(outer);
  return new PythonObject('complex', complexRepr(real, imaginary));
}

/** A message of numbers, and the one text that some have (a zone's name), by field number. */
interface NumberFields {
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

function decodeFileHandle(reader: WireReader): PythonObject {
  const fields = strings(reader);
  const path = pythonStringRepr(fields.get(1) ?? '');
  return new PythonObject(
    'TextIOWrapper',
    `<file name=${path} mode=${pythonStringRepr(fields.get(2) ?? '')}>`,
  );
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
