import { isDict, type PythonValue, parseWritten, writtenText } from '../bfcl/python-value.js';

/** JSON text as Python source of the same value, with numbers as they are written; null where it is no JSON. */
export function pythonLiteral(json: string): string | null {
  try {
    return sourceOf(parseWritten(json));
  } catch {
    return null;
  }
}

function sourceOf(value: PythonValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map((each) => sourceOf(each as PythonValue)).join(', ')}]`;
  if (!isDict(value)) return writtenText(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${sourceOf(each)}`);
  return `{${members.join(', ')}}`;
}
