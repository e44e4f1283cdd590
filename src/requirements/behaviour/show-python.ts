import { shortened, startOf } from '../../core/internal.js';
import { PythonFloat, PythonObject, type PythonValue } from '../../sandbox/index.js';

const MAX_CHARS = 200;

/** A Python value as Python would write it, cut to 200 characters. */
export function showPython(value: PythonValue): string {
  return shortened(write(value, 0), MAX_CHARS);
}

function write(value: PythonValue, depth: number): string {
  if (depth > 8) return '…';
  const list = (items: readonly PythonValue[]): string =>
    items
      .slice(0, 50)
      .map((item) => write(item, depth + 1))
      .join(', ');
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'string') return quote(startOf(value, MAX_CHARS));
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (value instanceof PythonFloat) return String(value.value);
  if (value instanceof PythonObject) return value.repr;
  if (value instanceof Uint8Array) return `<${value.length} bytes>`;
  if (Array.isArray(value)) return `[${list(value)}]`;
  if (value instanceof Set) return value.size === 0 ? 'set()' : `{${list([...value])}}`;
  const entries: [PythonValue, PythonValue][] =
    value instanceof Map ? [...value.entries()] : Object.entries(value as Record<string, PythonValue>);
  const members = entries
    .slice(0, 50)
    .map(([key, member]) => `${write(key, depth + 1)}: ${write(member, depth + 1)}`);
  return `{${members.join(', ')}}`;
}

function quote(text: string): string {
  const json = JSON.stringify(text);
  if (text.includes("'")) return json;
  return `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
}
