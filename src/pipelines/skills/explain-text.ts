import type { Json } from '../../core/index.js';
import type { Expression } from './expression.js';
import type { KnownValue } from './known-values.js';

/** Places that are tried before a text counts as not explained. */
const MOST_PLACES = 20_000;

/** Texts as known texts with the same words between; null where they are not. */
export function explainJoin(targets: readonly string[], known: readonly KnownValue[]): Expression | null {
  const texts = known
    .filter(({ values }) => values.every((value) => typeof value === 'string' && value !== ''))
    .map(({ expression, values }) => ({ expression, values: values as readonly string[] }));
  const failed = new Set<string>();
  const from = (places: readonly number[]): readonly Expression[] | null => {
    if (places.every((place, index) => place === targets[index]?.length)) return [];
    const key = places.join();
    if (failed.has(key) || failed.size > MOST_PLACES) return null;
    for (const { expression, values } of texts) {
      if (!values.every((value, index) => targets[index]?.startsWith(value, places[index] ?? 0))) continue;
      const rest = from(places.map((place, index) => place + (values[index] ?? '').length));
      if (rest !== null) return [expression, ...rest];
    }
    const common = commonStart(targets, places);
    // The longest words in common first, then fewer: a known text may begin among them.
    for (let size = 1; size <= common.length; size++) {
      const isEnd =
        size === common.length || texts.some(({ values }) => begins(values, targets, places, size));
      if (!isEnd) continue;
      const rest = from(places.map((place) => place + size));
      if (rest !== null) return [{ kind: 'constant', value: common.slice(0, size) }, ...rest];
    }
    failed.add(key);
    return null;
  };
  const parts = from(targets.map(() => 0));
  return parts?.some(({ kind }) => kind !== 'constant') === true ? joined(parts) : null;
}

function begins(
  values: readonly string[],
  targets: readonly string[],
  places: readonly number[],
  size: number,
): boolean {
  return values.every((value, index) => targets[index]?.startsWith(value, (places[index] ?? 0) + size));
}

function commonStart(targets: readonly string[], places: readonly number[]): string {
  const [first = '', ...others] = targets.map((target, index) => target.slice(places[index] ?? 0));
  let size = 0;
  while (size < first.length && others.every((other) => other[size] === first[size])) size++;
  return first.slice(0, size);
}

/** Parts as one expression, constants in a row as one. */
export function joined(parts: readonly Expression[]): Expression {
  const merged: Expression[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (part.kind === 'constant' && last?.kind === 'constant') {
      merged[merged.length - 1] = { kind: 'constant', value: `${last.value}${part.value}` };
    } else merged.push(part);
  }
  const [only, ...more] = merged;
  return only !== undefined && more.length === 0 ? only : { kind: 'join', parts: merged };
}

/** The tokens of SQL: texts and names in quotes, words and numbers, blanks, single signs. */
function sqlTokens(sql: string): readonly string[] {
  const tokens: string[] = [];
  let at = 0;
  while (at < sql.length) {
    const end = sqlTokenEnd(sql, at);
    tokens.push(sql.slice(at, end));
    at = end;
  }
  return tokens;
}

function sqlTokenEnd(sql: string, at: number): number {
  const first = sql[at] ?? '';
  let end = at + 1;
  if (first === "'" || first === '"') {
    // A quote within is written twice.
    for (; end < sql.length; end++) {
      if (sql[end] !== first) continue;
      if (sql[end + 1] !== first) return end + 1;
      end++;
    }
    return sql.length;
  }
  if (/\s/.test(first)) {
    while (/\s/.test(sql[end] ?? '')) end++;
    return end;
  }
  if (!/\w/.test(first)) return end;
  let isDigits = /\d/.test(first);
  // A point belongs to a number only.
  while (/\w/.test(sql[end] ?? '') || (isDigits && sql[end] === '.')) {
    isDigits &&= /\d/.test(sql[end] ?? '');
    end++;
  }
  return end;
}

/** Whether an argument is SQL: what stands in it must not become a part of the statement. */
export function isSql(name: string, targets: readonly Json[]): boolean {
  return (
    /sql|query|statement/i.test(name) &&
    targets.every(
      (target) =>
        typeof target === 'string' &&
        /^\s*(?:select|insert|update|delete|with|replace|create|drop|alter|pragma)\b/i.test(target),
    )
  );
}

/** How the values that stand in SQL are explained: texts and numbers by anything, names and words of the language by what was seen. */
export interface SqlExplainer {
  readonly value: (targets: readonly Json[]) => Expression | null;
  readonly seen: (targets: readonly string[]) => Expression | null;
}

/**
 * Statements that differ in values and names alone. A value becomes a text between quotes or a number, and never anything else; a name
 * or a word is one of those that were seen.
 */
export function explainSql(targets: readonly string[], { value, seen }: SqlExplainer): Expression | null {
  const statements = targets.map(sqlTokens);
  const length = statements[0]?.length ?? 0;
  if (statements.some((tokens) => tokens.length !== length)) return null;
  const parts: Expression[] = [];
  for (let at = 0; at < length; at++) {
    const tokens = statements.map((statement) => statement[at] ?? '');
    const [first = ''] = tokens;
    if (tokens.every((token) => token === first)) {
      parts.push({ kind: 'constant', value: first });
      continue;
    }
    const part = explainSqlToken(tokens, { value, seen });
    if (part === null) return null;
    parts.push(part);
  }
  return joined(parts);
}

function explainSqlToken(tokens: readonly string[], { value, seen }: SqlExplainer): Expression | null {
  if (tokens.every((token) => token.startsWith("'") && token.length > 1)) {
    const of = value(tokens.map((token) => token.slice(1, -1).replaceAll("''", "'")));
    return of === null ? null : { kind: 'sql_text', of };
  }
  if (tokens.every((token) => token.startsWith('"') && token.length > 1)) {
    const of = seen(tokens.map((token) => token.slice(1, -1)));
    return of === null ? null : joined([QUOTE, of, QUOTE]);
  }
  if (tokens.every((token) => /^\d{1,15}(?:\.\d{1,12})?$/.test(token))) {
    const of = value(tokens.map(Number));
    return of?.kind === 'slot' && of.form === 'as_is' ? { ...of, form: 'text' } : null;
  }
  return seen(tokens);
}

const QUOTE: Expression = { kind: 'constant', value: '"' };
