import { afterBlanks, allBetween, between, dictOf, isQuoted, itemsOf } from './literal.js';
import { numberOrText, type PythonValue, pythonNumber } from './python-value.js';

const INT = /^-?\d+\n?$/;
const LONG = /^-?\d+[lL]\n?$/;
const FLOAT = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[fF]\n?$/;
const DOUBLE = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\n?$/;

/**
 * The value of an argument that is written in Java, by the type of its parameter; text where it is no literal of the type. The rules are those of
 * `java_type_converter` of BFCL v4, which reads only simple literals.
 */
export function javaValue(text: string, type: string, items: string | null): PythonValue {
  switch (type) {
    case 'byte':
    case 'short':
    case 'integer':
      return INT.test(text) ? pythonNumber(text.trim(), 'int') : text;
    case 'long':
      return LONG.test(text) ? pythonNumber(text.trim().slice(0, -1), 'int') : text;
    case 'float':
      return FLOAT.test(text) ? pythonNumber(text.trim().slice(0, -1), 'float') : text;
    case 'double':
      return DOUBLE.test(text) ? pythonNumber(text.trim(), 'float') : text;
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : text;
    case 'Array':
      return arrayIn(text, items);
    case 'ArrayList':
      return listIn(text, items);
    case 'HashMap':
      return mapIn(text);
    default:
      return text;
  }
}

const NEW_ARRAY = /new\s+[\p{L}\p{N}_]+\[\]\s*\{/gu;
const NEW_LIST = /new\s+ArrayList<[\p{L}\p{N}_]*>\(\)/u;
const LIST_OF = /new\s+ArrayList<[\p{L}\p{N}_]*>\(Arrays\.asList\(/gu;
const LIST_WITH = /new\s+ArrayList<[\p{L}\p{N}_]*>\(\)\s*\{\{/gu;
const LIST_WITH_BLANKS = /new\s+ArrayList<[\p{L}\p{N}_]*>\(\)\s*\{\{\s*/gu;
const ADD = /add\(/g;

/** `new int[]{1, 2}` */
function arrayIn(text: string, items: string | null): PythonValue {
  const found = between(text, NEW_ARRAY, '}');
  if (found === null) return text;
  return itemsOf(found.inner)
    .filter((item) => item !== '')
    .map((item) => (items === null ? anyValue(item) : javaValue(item, items, null)));
}

/** `new ArrayList<>(Arrays.asList(1, 2))`, `new ArrayList<>() {{ add(1); add(2); }}` */
function listIn(text: string, items: string | null): PythonValue {
  const itemValue = (item: string): PythonValue => {
    if (items === 'char' || items === 'String') return item.slice(1, -1);
    return items === null ? anyValue(item) : javaValue(item, items, null);
  };
  const listed = between(text, LIST_OF, '))', { least: 1 });
  if (listed !== null) return itemsOf(listed.inner).map(itemValue);
  const addedOptions = { least: 1, crossesLines: true };
  const added =
    between(text, LIST_WITH_BLANKS, '}}', addedOptions) ?? between(text, LIST_WITH, '}}', addedOptions);
  if (added !== null) {
    return allBetween(added.inner, ADD, ')', { least: 1 }).map((item) => itemValue(item.trim()));
  }
  return NEW_LIST.test(text) ? [] : text;
}

const NEW_MAP = /new\s+HashMap</g;
const MAP_BODY = />\s*\(\)\s*\{\s*\{?/g;

/** `new HashMap<>() {{ put("a", 1); }}` */
function mapIn(text: string): PythonValue {
  const start = NEW_MAP.exec(text);
  NEW_MAP.lastIndex = 0;
  if (start === null) return text;
  const rest = text.slice(start.index + start[0].length);
  const body = between(rest, MAP_BODY, '}', { crossesLines: true });
  if (body !== null) return dictOf(puts(body.inner));
  return />\s*\(\)/.test(rest) ? {} : text;
}

/** The entries of `put("name", value)`. A name, and what follows it up to the bracket, are each in one line. */
function* puts(text: string): Generator<readonly [string, PythonValue]> {
  let at = text.indexOf('put("');
  while (at !== -1) {
    const start = at + 'put("'.length;
    const found = valueAfter(text, start);
    if (found !== null) yield [text.slice(start, found.comma), anyValue(found.inner.trim())];
    at = text.indexOf('put("', found === null ? at + 1 : found.end);
  }
}

function valueAfter(text: string, start: number) {
  for (let comma = text.indexOf('",', start); comma !== -1; comma = text.indexOf('",', comma + 1)) {
    if (text.slice(start, comma).includes('\n')) return null;
    const from = afterBlanks(text, comma + 2);
    const end = text.indexOf(')', from);
    if (end === -1) return null;
    const inner = text.slice(from, end);
    if (!inner.includes('\n')) return { comma, inner, end: end + 1 };
  }
  return null;
}

/** A value of which no type is known. */
function anyValue(text: string): PythonValue {
  if (text === 'true' || text === 'false') return text === 'true';
  if (isQuoted(text, '"')) return text.slice(1, -1);
  if (LONG.test(text)) return pythonNumber(text.slice(0, -1), 'int');
  if (FLOAT.test(text)) return pythonNumber(text.slice(0, -1), 'float');
  return numberOrText(text);
}
