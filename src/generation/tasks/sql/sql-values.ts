import type { Json, JsonObject } from '../../../core/index.js';
import type { SqlTableSchema } from '../../../environments/index.js';

/** A row and the name of its fact in the world. */
export interface SqlRow {
  readonly fact: string;
  /** As questions speak of them: decimals are numbers. */
  readonly values: JsonObject;
  /** As the world holds them: PostgreSQL's decimals are texts. */
  readonly stored: JsonObject;
}

export function isMoment(value: Json | undefined): boolean {
  return (
    typeof value === 'string' && /^(?:\d{4}[-/]\d\d[-/]\d\d[ T]\d\d:|\d{1,2}\/\d{1,2}\/\d{2,4}\b)/.test(value)
  );
}

export function plainForm(value: Json): Json {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}

/** A text that can stand in a sentence. */
export function isPlainText(value: Json | undefined): value is string {
  return (
    typeof value === 'string' &&
    /^[\p{L}\p{N}\p{P}\p{S}](?:[\p{L}\p{N}\p{P}\p{S} ]{0,78}[\p{L}\p{N}\p{P}\p{S}])?$/u.test(value) &&
    // Lists and objects as text, addresses of pages and files, and what only a machine reads.
    !/^[{[].*[}\]]$|^-?\d*\.\d{3,}$|^[a-z][a-z0-9+]*:\/\/|^www\.|^[\w./-]+\/[\w.-]+\.\w{2,5}$|^[0-9a-f-]{16,}$|^(?=\S*\d)[\w+/=-]{24,}$/i.test(
      value,
    )
  );
}

/** A few words without digits or signs, such as a name. */
export function isSpelled(value: Json | undefined): boolean {
  return typeof value === 'string' && /^\p{L}[\p{L}.'’-]+(?: [\p{L}.'’-]+){0,3}$/u.test(value);
}

export function isFlag(value: Json | undefined): boolean {
  return value === 0 || value === 1 || typeof value === 'boolean';
}

/** The columns that hold decimals of any length, which PostgreSQL gives as texts. */
export function decimalsOf({ columns }: SqlTableSchema): readonly string[] {
  return columns.filter(({ type }) => /^(?:NUMERIC|DECIMAL)/.test(type)).map(({ name }) => name);
}

/** The row with its decimals as numbers, where these say the same. */
export function spoken(stored: JsonObject, decimals: readonly string[]): JsonObject {
  const numbers = decimals.flatMap((column) => {
    const text = stored[column];
    const isExact = typeof text === 'string' && /^-?\d{1,15}(?:\.\d+)?$/.test(text) && text.length < 17;
    return isExact ? [[column, Number(text)] as const] : [];
  });
  return numbers.length === 0 ? stored : { ...stored, ...Object.fromEntries(numbers) };
}

/** Whether a text stands for no value. */
export function isNothing(value: Json): boolean {
  return (
    typeof value === 'string' &&
    /^(?:n\/?a|null|none|nil|not applicable|not available|unknown|\W+)$/i.test(value)
  );
}

/** A value that can stand in a sentence. */
export function isPlain(value: Json | undefined): value is string | number {
  return typeof value === 'number' || isPlainText(value);
}
