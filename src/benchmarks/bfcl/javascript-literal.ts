import { afterBlanks, allBetween, between, dictOf, isQuoted, itemsOf } from './literal.js';
import { numberOrText, type PythonValue, pythonNumber } from './python-value.js';

const QUOTES = `"'`;

/**
 * The value of an argument that is written in JavaScript, by the type of its parameter; text where it is no literal of the type. The rules are those of
 * `js_type_converter` of BFCL v4, which reads only simple literals.
 */
export function javascriptValue(text: string, type: string, items: string | null): PythonValue {
  switch (type) {
    case 'String':
      return isQuoted(text, QUOTES) ? text.slice(1, -1) : text;
    case 'integer':
      return /^-?\d+\n?$/.test(text) ? pythonNumber(text.trim(), 'int') : text;
    case 'float':
      return /^-?\d+(?:\.\d+)?\n?$/.test(text) ? pythonNumber(text.trim(), 'float') : text;
    case 'Bigint':
      return /^-?\d+n\n?$/.test(text) ? pythonNumber(text.trim().slice(0, -1), 'int') : text;
    case 'Boolean':
      return text === 'true' || text === 'false' ? text === 'true' : text;
    case 'array':
      return arrayIn(text.trim(), items);
    case 'dict':
      return dictIn(text.trim());
    default:
      return text;
  }
}

const LISTS = /^(?:\[|new\s+Array\()\s*\[/;
const BRACKET = /\[/g;

/** `[1, 2]`, `new Array(1, 2)`, and lists of lists. */
function arrayIn(text: string, items: string | null): PythonValue {
  const end = endOfLists(text);
  if (end !== null) {
    return allBetween(text.slice(0, end), BRACKET, ']').map((inner, index) => {
      const plain = inner.trim();
      const first = index === 0 && plain.startsWith('[') ? plain.slice(1) : plain;
      return itemsOf(first).map(anyValue);
    });
  }
  const found = text.startsWith('[') ? between(text, /^\[/g, ']') : between(text, /^new\s+Array\(/g, ')');
  if (found === null) return text;
  const inner = found.inner.trim();
  if (inner === '') return [];
  return itemsOf(inner).map((item) => (items === null ? anyValue(item) : javascriptValue(item, items, null)));
}

/**
 * Where a list of lists ends that a text begins with; null where it begins with none. An inner list goes to the first `]` with which the whole
 * can be closed.
 */
function endOfLists(text: string): number | null {
  const opening = LISTS.exec(text)?.[0];
  if (opening === undefined) return null;
  const closing = opening.startsWith('[') ? ']' : ')';
  const hopeless = new Set<number>();
  const inList = (start: number): number | null => {
    if (hopeless.has(start)) return null;
    for (let at = start; at < text.length && text[at] !== '\n'; at++) {
      if (text[at] !== ']') continue;
      const next = afterBlanks(text, at + 1);
      if (text[next] === closing) return next + 1;
      const inner = text[next] === ',' ? afterBlanks(text, next + 1) : -1;
      const end = inner !== -1 && text[inner] === '[' ? inList(inner + 1) : null;
      if (end !== null) return end;
    }
    hopeless.add(start);
    return null;
  };
  return inList(opening.length);
}

/** `{name: value}`, up to the first closing bracket. */
function dictIn(text: string): PythonValue {
  if (text === '{}') return {};
  const found = between(text, /^\{/g, '}');
  if (found === null) return text;
  return dictOf(
    pairsIn(found.inner).map(([name, value]) => [unquoted(name.trim()), memberValue(value.trim())]),
  );
}

/** Names and values. A comma parts two of them where another name with its colon follows. */
function pairsIn(text: string): readonly (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === ':') {
      at++;
      continue;
    }
    const colon = text.indexOf(':', at);
    if (colon === -1) break;
    const start = afterBlanks(text, colon + 1);
    let comma = text.indexOf(',', start);
    while (comma !== -1 && !isBeforeName(text, comma)) comma = text.indexOf(',', comma + 1);
    const end = comma === -1 ? text.length : comma;
    pairs.push([text.slice(at, colon), text.slice(start, end)]);
    at = end + 1;
  }
  return pairs;
}

function isBeforeName(text: string, comma: number): boolean {
  const next = text.indexOf(',', comma + 1);
  const colon = text.indexOf(':', comma + 2);
  return colon !== -1 && (next === -1 || colon < next);
}

function memberValue(text: string): PythonValue {
  if (text.startsWith('[') && text.endsWith(']')) return arrayIn(text, null);
  if (text.startsWith('{') && text.endsWith('}')) return dictIn(text);
  return anyValue(unquoted(text));
}

function unquoted(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && QUOTES.includes(text.charAt(start))) start++;
  while (end > start && QUOTES.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** A value of which no type is known. */
function anyValue(text: string): PythonValue {
  const plain = text.trim();
  if (plain === 'true' || plain === 'false') return plain === 'true';
  return isQuoted(plain, QUOTES) ? plain.slice(1, -1) : numberOrText(plain);
}
