import { coreError } from './error-codes.js';
import type { MettleError } from './errors.js';
import type { Json } from './json.js';
import * as option from './option-kinds.js';
import { defineOptions } from './options.js';
import { startOf } from './text/start-of.js';

/** Nesting of a value that is saved or loaded. */
const MAX_DEPTH = 400;
const MAX_CHARACTERS = 200_000_000;

const checkParseJsonTextOptions = defineOptions<{
  readonly subject: string;
  readonly maxCharacters?: number;
}>()('parseJsonText', {
  subject: option.required(option.string),
  maxCharacters: option.number,
});

/**
 * Reads JSON text that anyone may have written: a file, a reply.
 *
 * @param options.subject - what the text is, for the message: `The program file run.json`.
 * @param options.maxCharacters - longest text. Default 200,000,000.
 * @throws {MettleError} `core/invalid_json` for text that is no JSON or too long, nesting over 400, and members
 *   called `__proto__`.
 */
export function parseJsonText(
  text: string,
  options: { readonly subject: string; readonly maxCharacters?: number },
): Json {
  const { subject, maxCharacters = MAX_CHARACTERS } = checkParseJsonTextOptions(options);
  if (text.length > maxCharacters) {
    throw invalidJson(`${subject} is longer than ${maxCharacters} characters.`);
  }
  // Before anything is built: a deep text costs one pass, not the stack.
  if (nestingOf(text) > MAX_DEPTH) {
    throw invalidJson(`${subject} is nested deeper than ${MAX_DEPTH}.`);
  }
  let value: Json;
  try {
    value = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (cause) {
    const reason = cause instanceof Error ? startOf(cause.message, 200) : '';
    throw invalidJson(`${subject} is not JSON: ${reason.replaceAll(/\s+/g, ' ')}. It may be cut off.`, cause);
  }
  const problem = jsonProblem(value);
  if (problem !== undefined) throw invalidJson(`${subject} ${problem}.`);
  return value;
}

function invalidJson(message: string, cause?: unknown): MettleError {
  return coreError('invalid_json', message, { cause });
}

/** Why a value can't be saved and loaded as it is, or undefined: nesting, a member called `__proto__`, what JSON can't hold. */
export function jsonProblem(value: unknown): string | undefined {
  const pending: { readonly container: object; readonly depth: number }[] = [];
  /** Looks at a scalar now and at a container later. */
  const problemOf = (at: unknown, depth: number): string | undefined => {
    if (depth > MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH}, or holds itself`;
    if (typeof at === 'object' && at !== null) pending.push({ container: at, depth });
    else if (typeof at === 'number') return Number.isFinite(at) ? undefined : `holds the number ${at}`;
    else if (typeof at !== 'string' && typeof at !== 'boolean' && at !== null)
      return `holds a value of type ${typeof at}`;
    return undefined;
  };
  const first = problemOf(value, 0);
  if (first !== undefined) return first;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { container, depth } = next;
    const isList = Array.isArray(container);
    if (!isList) {
      const prototype: unknown = Object.getPrototypeOf(container);
      if (prototype !== Object.prototype && prototype !== null)
        return `holds a ${container.constructor?.name ?? 'class'} object`;
      if (Object.hasOwn(container, '__proto__')) return 'has a member called __proto__, which is not allowed';
    }
    for (const part of isList ? (container as readonly unknown[]) : Object.values(container)) {
      const problem = part === undefined && !isList ? undefined : problemOf(part, depth + 1);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

/** Deepest nesting of brackets outside of strings. */
function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) {
      for (index += 1; index < text.length && text.charCodeAt(index) !== 0x22; index += 1) {
        if (text.charCodeAt(index) === 0x5c) index += 1;
      }
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return deepest;
}
