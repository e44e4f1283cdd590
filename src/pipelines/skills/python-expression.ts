import { isJsonObject, type Json } from '../../core/index.js';
import type { Expression, PathStep } from './expression.js';

/** The names that an expression's data has in a script. */
export interface PythonNames {
  readonly slots: readonly string[];
  readonly seen: readonly string[];
}

/** The functions that expressions need, by name: a script holds those that it calls. */
export const PYTHON_HELPERS: Readonly<Record<string, string>> = {
  only: `def only(items):
    if len(items) != 1:
        raise LookupError(f"expected one item, found {len(items)}")
    return items[0]`,
  one_where: `def one_where(items, name, value):
    return only([item for item in items if item.get(name) == value])`,
  sql_text: `def sql_text(value):
    return "'" + value.replace("'", "''") + "'"`,
  line_after: `def line_after(text, *parts):
    at = 0
    for part in parts:
        at = text.index(part, at) + len(part)
    return text[at:].split("\\n")[0]`,
  number: `def number(text):
    return float(text) if "." in text else int(text)`,
};

/** What a helper calls. */
export const HELPERS_OF_HELPERS: Readonly<Record<string, readonly string[]>> = { one_where: ['only'] };

/** An expression as Python. */
export function pythonOf(expression: Expression, names: PythonNames): string {
  switch (expression.kind) {
    case 'constant':
      return pythonLiteral(expression.value);
    case 'slot': {
      const name = names.slots[expression.slot] ?? '';
      if (expression.form === 'as_is') return name;
      if (expression.form === 'text') return `str(${name})`;
      if (expression.form === 'number') return `number(${name})`;
      if (expression.form === 'snake') return `${name}.lower().replace(" ", "_")`;
      return `${name}.${expression.form}()`;
    }
    case 'choice': {
      const rows = expression.table.map(([key, value]) => `${pythonLiteral(key)}: ${pythonLiteral(value)}`);
      return `{${rows.join(', ')}}[${names.slots[expression.slot]}]`;
    }
    case 'data': {
      const { source, path } = expression;
      return pathOf(source === 'item' ? 'item' : (names.seen[source] ?? ''), path, names);
    }
    case 'join':
      return expression.parts.map((part) => pythonOf(part, names)).join(' + ');
    case 'sql_text':
      return `sql_text(${pythonOf(expression.of, names)})`;
    case 'members': {
      const members = Object.entries(expression.members).map(
        ([name, each]) => `${pythonLiteral(name)}: ${pythonOf(each, names)}`,
      );
      return `{${members.join(', ')}}`;
    }
    case 'items':
      return `[${expression.items.map((each) => pythonOf(each, names)).join(', ')}]`;
    case 'count':
      return `len(${pythonOf(expression.of, names)})`;
    case 'occurrences':
      return `${pythonOf(expression.of, names)}.count(${pythonOf(expression.part, names)})`;
    case 'line_after':
      return `line_after(${[expression.of, ...expression.texts].map((each) => pythonOf(each, names)).join(', ')})`;
    case 'as_number':
      return `number(${pythonOf(expression.of, names)})`;
    case 'sum':
      return `sum(${pythonOf(expression.each, names)} for item in ${pythonOf(expression.of, names)})`;
    case 'each':
      return `[${pythonOf(expression.each, names)} for item in ${pythonOf(expression.of, names)}]`;
    case 'sum_of_products': {
      const left = `[${pythonOf(expression.leftEach, names)} for item in ${pythonOf(expression.left, names)}]`;
      const right = `[${pythonOf(expression.rightEach, names)} for item in ${pythonOf(expression.right, names)}]`;
      return `sum(one * other for one, other in zip(${left}, ${right}, strict=True))`;
    }
  }
}

function pathOf(start: string, path: readonly PathStep[], names: PythonNames): string {
  let shown = start;
  for (const step of path) {
    if (typeof step === 'string') shown = `${shown}[${pythonLiteral(step)}]`;
    else if ('named' in step) shown = `${shown}[${pythonOf(step.named, names)}]`;
    else if ('at' in step) {
      shown = step.at === 'only' ? `only(${shown})` : `${shown}[${step.at === 'first' ? 0 : -1}]`;
    } else shown = `one_where(${shown}, ${pythonLiteral(step.where)}, ${pythonOf(step.is, names)})`;
  }
  return shown;
}

/** A value as Python writes it. Every character that could end or change a line of source is escaped. */
export function pythonLiteral(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return Object.is(value, -0) ? '-0.0' : String(value);
  if (typeof value === 'string') {
    // By characters, not by halves of them: Python has no pairs of halves.
    return JSON.stringify(value).replace(/[^\x20-\x7e]/gu, (character) => {
      const point = character.codePointAt(0) ?? 0;
      return point > 0xffff
        ? `\\U${point.toString(16).padStart(8, '0')}`
        : `\\u${point.toString(16).padStart(4, '0')}`;
    });
  }
  if (Array.isArray(value)) return `[${value.map((item: Json) => pythonLiteral(item)).join(', ')}]`;
  if (!isJsonObject(value)) return 'None';
  const members = Object.entries(value).map(
    ([name, member]) => `${pythonLiteral(name)}: ${pythonLiteral(member ?? null)}`,
  );
  return `{${members.join(', ')}}`;
}
