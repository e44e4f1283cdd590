import { isJsonObject, type Json, type JsonObject } from '../core/index.js';
import { coreError, errorMessage } from '../core/internal.js';
import { datasetError } from './error-codes.js';
import type { Row } from './row.js';

/**
 * How one side of a sample is made from a row: a JSON object whose strings may hold `{{name}}`, or a function.
 *
 * A string that is one placeholder takes the field as it is (a list stays a list); in longer strings a field is written
 * as text, JSON where it is no string. `{{answers.text[0]}}` goes into a field. A name that a row lacks is an error.
 */
export type Template = JsonObject | ((row: JsonObject) => JsonObject);

/** A template made ready: the object for a row. */
export type Render = (row: Row) => JsonObject;

type Step = string | number;
interface Placeholder {
  readonly name: string;
  readonly steps: readonly Step[];
}

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const STEP = /^(?:\.?([^.[\]]+)|\[(\d{1,9})\])/;

/**
 * Makes a template ready; without one, the row itself is the object.
 *
 * @throws {MettleError} `core/invalid_option` for a placeholder without a name.
 */
export function compileTemplate(template: Template | undefined): Render {
  if (template === undefined) return (row) => row.fields;
  if (typeof template === 'function') {
    return (row) => {
      let made: unknown;
      try {
        made = template(row.fields);
      } catch (cause) {
        throw datasetError('invalid_row', `${row.where}: ${errorMessage(cause)}`, { cause });
      }
      if (isJsonObject(made)) return made;
      throw datasetError('invalid_row', `${row.where}: the template function did not return an object.`);
    };
  }
  if (!isJsonObject(template)) {
    throw coreError('invalid_option', 'A template is an object with a string for each field, or a function.');
  }
  const render = compileValue(template);
  return (row) => render(row) as JsonObject;
}

function compileValue(template: Json): (row: Row) => Json {
  if (typeof template === 'string') return compileText(template);
  if (Array.isArray(template)) {
    const items = (template as readonly Json[]).map(compileValue);
    return (row) => items.map((item) => item(row));
  }
  if (isJsonObject(template)) {
    const members = Object.entries(template).map(([key, value]) => [key, compileValue(value)] as const);
    return (row) => Object.fromEntries(members.map(([key, member]) => [key, member(row)]));
  }
  return () => template;
}

function compileText(template: string): (row: Row) => Json {
  const parts: (string | Placeholder)[] = [];
  let end = 0;
  for (const match of template.matchAll(PLACEHOLDER)) {
    parts.push(template.slice(end, match.index), placeholder(match[1] ?? ''));
    end = match.index + match[0].length;
  }
  parts.push(template.slice(end));
  const [before, only, after] = parts;
  if (parts.length === 1) return () => template;
  if (parts.length === 3 && before === '' && after === '') return (row) => fieldOf(only as Placeholder, row);
  return (row) =>
    parts.map((part) => (typeof part === 'string' ? part : textOf(fieldOf(part, row)))).join('');
}

function placeholder(text: string): Placeholder {
  const name = text.trim();
  const steps: Step[] = [];
  for (let rest = name; rest !== ''; ) {
    const match = STEP.exec(rest);
    if (match === null) {
      throw coreError('invalid_option', `The template's {{${text}}} is not the name of a field.`);
    }
    steps.push(match[1] ?? Number(match[2]));
    rest = rest.slice(match[0].length);
  }
  if (steps.length === 0)
    throw coreError('invalid_option', 'A template has {{}} without the name of a field.');
  return { name, steps };
}

function fieldOf({ name, steps }: Placeholder, { fields, where }: Row): Json {
  if (Object.hasOwn(fields, name)) return fields[name] as Json;
  let at: Json | undefined = fields;
  for (const step of steps) {
    if (typeof step === 'number') at = Array.isArray(at) ? (at as readonly Json[])[step] : undefined;
    else at = isJsonObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
    if (at === undefined) {
      const known = Object.keys(fields).slice(0, 20).join(', ');
      throw datasetError(
        'unknown_field',
        `${where}: the template needs ${name}, which this row does not have. It has: ${known}.`,
        {
          details: { name },
        },
      );
    }
  }
  return at;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
