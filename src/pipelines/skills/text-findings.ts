import type { Json } from '../../core/index.js';
import { explainJoin, joined } from './explain-text.js';
import { type Expression, evaluate } from './expression.js';
import type { Explainer, KnownValue } from './known-values.js';

/** Lines of a text that are looked at for what a value is found by. */
const MOST_LINES = 2_000;

/** The rest of a line that begins alike in all texts, maybe behind another line that does. */
export function explainLine(
  targets: readonly string[],
  { scopes, slots, data }: Explainer,
): Expression | null {
  if (targets.some((target) => target === '' || target.includes('\n'))) return null;
  for (const text of textsOf(data)) {
    const prefixes = targets.map((target, index) => prefixesOf(target, text.values[index] as string));
    if (prefixes.some(({ length }) => length === 0)) continue;
    const fits = (texts: readonly Expression[]): Expression | null => {
      const found: Expression = { kind: 'line_after', of: text.expression, texts };
      return scopes.every((scope, index) => evaluate(found, scope) === targets[index]) ? found : null;
    };
    for (const begin of beginningsOf(prefixes, slots)) {
      const alone = fits([begin]);
      if (alone !== null) return alone;
      for (const anchor of anchorsOf(text.values[0] as string, slots)) {
        const behind = fits([anchor, begin]);
        if (behind !== null) return behind;
      }
    }
  }
  return null;
}

/** Texts of several lines. */
function textsOf(data: readonly KnownValue[]): readonly KnownValue[] {
  return data.filter(({ values }) =>
    values.every((value) => typeof value === 'string' && value.includes('\n')),
  );
}

/** What stands before a value on the lines that end with it, the break of the line before included. */
function prefixesOf(target: string, text: string): readonly string[] {
  return `\n${text}`
    .split('\n')
    .slice(0, MOST_LINES)
    .filter((line) => line.endsWith(target) && line.length > target.length)
    .map((line) => `\n${line.slice(0, -target.length)}`);
}

/** How all lines may begin: as those of the first text do, by slots. */
function beginningsOf(
  prefixes: readonly (readonly string[])[],
  slots: readonly KnownValue[],
): readonly Expression[] {
  const [first = []] = prefixes;
  const found: Expression[] = [];
  for (const prefix of new Set(first)) {
    if (prefixes.every((each) => each.includes(prefix))) found.push({ kind: 'constant', value: prefix });
  }
  if (prefixes.every(({ length }) => length === 1)) {
    const join = explainJoin(
      prefixes.map(([prefix = '']) => prefix),
      slots,
    );
    if (join !== null) found.push(join);
  }
  for (const prefix of new Set(first)) found.push(...bySlots(prefix, slots, 0));
  return found;
}

/** A text with the values of slots in it taken out: one for each slot that it has, as the scope has it. */
function bySlots(text: string, slots: readonly KnownValue[], scope: number): readonly Expression[] {
  return slots.flatMap(({ expression, values }): Expression[] => {
    const value = values[scope];
    if (typeof value !== 'string' || value.length < 2 || !text.includes(value)) return [];
    const at = text.indexOf(value);
    return [joined([...constant(text.slice(0, at)), expression, ...constant(text.slice(at + value.length))])];
  });
}

function constant(text: string): readonly Expression[] {
  return text === '' ? [] : [{ kind: 'constant', value: text }];
}

/** Lines of the first text that hold a slot. */
function anchorsOf(text: string, slots: readonly KnownValue[]): readonly Expression[] {
  return [...new Set(text.split('\n').slice(0, MOST_LINES))].flatMap((line) => bySlots(line, slots, 0));
}

/** How often something with slots in it stands in a text, or in the texts of a list. */
export function explainOccurrences(
  targets: readonly number[],
  { slots, data }: Explainer,
  fits: (expression: Expression) => boolean,
): Expression | null {
  const shown = targets.findIndex((target) => target > 0);
  if (shown < 0) return null;
  const texts = textsOf(data);
  const item: Expression = { kind: 'data', source: 'item', path: [] };
  const lists = data.flatMap(
    ({ expression, values }): { of: Expression; each: Expression; text: string }[] => {
      const list = values[shown];
      if (!values.every((value) => Array.isArray(value)) || !Array.isArray(list)) return [];
      return ['', 'content', 'text'].flatMap((name) => {
        const each: Expression = name === '' ? item : { kind: 'data', source: 'item', path: [name] };
        const found = list.map((one) => evaluate(each, { slots: [], seen: [], item: one as Json }));
        return found.length > 0 && found.every((one) => typeof one === 'string')
          ? [{ of: expression, each, text: found.join('\n') }]
          : [];
      });
    },
  );
  for (const { expression, values } of texts) {
    for (const part of needlesIn(String(values[shown]), slots, shown)) {
      const found: Expression = { kind: 'occurrences', of: expression, part };
      if (fits(found)) return found;
    }
  }
  for (const { of, each, text } of lists) {
    for (const part of needlesIn(text, slots, shown)) {
      const found: Expression = { kind: 'sum', of, each: { kind: 'occurrences', of: each, part } };
      if (fits(found)) return found;
    }
  }
  return null;
}

/** What may be counted: two slots on one line with what is between them, or one, and a character on each side. */
function needlesIn(text: string, slots: readonly KnownValue[], scope: number): readonly Expression[] {
  const values = slots.flatMap(({ expression, values: all }) => {
    const value = all[scope];
    return typeof value === 'string' && value.length > 1 ? [{ expression, value }] : [];
  });
  const found = new Map<string, Expression>();
  for (const line of text.split('\n').slice(0, MOST_LINES)) {
    const places = values
      .map((each) => ({ ...each, at: line.indexOf(each.value) }))
      .filter(({ at }) => at >= 0)
      .sort((left, right) => left.at - right.at);
    for (const [index, first] of places.entries()) {
      for (const last of places.slice(index)) {
        const before = line.slice(Math.max(0, first.at - 1), first.at);
        const firstEnd = first.at + first.value.length;
        const lastEnd = last.at + last.value.length;
        if (first !== last && last.at < firstEnd) continue;
        const middle = first === last ? [] : [...constant(line.slice(firstEnd, last.at)), last.expression];
        const after = line.slice(lastEnd, lastEnd + 1);
        const part = joined([...constant(before), first.expression, ...middle, ...constant(after)]);
        found.set(JSON.stringify(part), part);
      }
    }
  }
  return [...found.values()];
}
