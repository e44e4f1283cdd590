import { isJsonObject, type Json } from '../../core/index.js';
import { explainJoin, explainSql, isSql } from './explain-text.js';
import { type Expression, evaluate, isSame, type Scope } from './expression.js';
import { dataValues, type Explainer, isConstant, type KnownValue } from './known-values.js';
import { explainLine, explainOccurrences } from './text-findings.js';

/** Values of a slot that a choice between seen values may have at most. */
const MOST_CHOICES = 24;

/**
 * The plainest expression that gives these values, one for each scope; null where none was found.
 *
 * @param name - of the argument that they are, where they are one
 */
export function explain(targets: readonly Json[], explainer: Explainer, name = ''): Expression | null {
  const [first = null] = targets;
  if (isConstant(targets))
    return sameIdentifier(targets, explainer, name) ?? { kind: 'constant', value: first };
  if (isSql(name, targets)) {
    return explainSql(targets as readonly string[], {
      value: (values) => explainKnown(values, explainer),
      seen: (values) => explainSeen(values, explainer),
    });
  }
  return (
    explainKnown(targets, explainer) ??
    explainParts(targets, explainer) ??
    explainText(targets, explainer) ??
    explainNumber(targets, explainer) ??
    explainList(targets, explainer)
  );
}

/** Where an identifier that happens to be the same in all records was seen: it is another one elsewhere. */
function sameIdentifier(targets: readonly Json[], { data }: Explainer, name: string): Expression | null {
  if (!/(?:^|_)id$/i.test(name)) return null;
  const found = data.find(({ expression, values }) => {
    const last = expression.kind === 'data' ? expression.path.at(-1) : undefined;
    const isNamed = typeof last === 'string' && (last === name || name.endsWith(`_${last}`));
    return isNamed && values.every((value, index) => isSame(value, targets[index]));
  });
  return found?.expression ?? null;
}

/** A slot, or something that was seen before. */
function explainKnown(targets: readonly Json[], { slots, data }: Explainer): Expression | null {
  const found = [...slots, ...data].find(({ values }) =>
    values.every((value, index) => isSame(value, targets[index])),
  );
  return found?.expression ?? null;
}

/** One of the values that were seen with a slot: by its words, else by a table. */
function explainSeen(targets: readonly Json[], { scopes, slots }: Explainer): Expression | null {
  const named = slots.find(({ values }) => values.every((value, index) => isSame(value, targets[index])));
  if (named !== undefined) {
    const { expression } = named;
    // As a table, so that nothing else can take the place of what was seen.
    if (expression.kind === 'slot') return choiceOf(expression.slot, targets, scopes, 1);
  }
  const count = scopes[0]?.slots.length ?? 0;
  for (let slot = 0; slot < count; slot++) {
    const choice = choiceOf(slot, targets, scopes, 2);
    if (choice !== null) return choice;
  }
  return null;
}

/** A table from the values of a slot to those that were seen with them, each of them in so many scopes or more. */
function choiceOf(
  slot: number,
  targets: readonly Json[],
  scopes: readonly Scope[],
  support: number,
): Expression | null {
  const table = new Map<Json, { readonly value: Json; count: number }>();
  for (const [index, target] of targets.entries()) {
    const key = scopes[index]?.slots[slot] ?? null;
    const entry = table.get(key) ?? { value: target, count: 0 };
    if (!isSame(entry.value, target)) return null;
    entry.count++;
    table.set(key, entry);
  }
  const rare = [...table.values()].filter(({ count }) => count < support).length;
  if (table.size > MOST_CHOICES || rare > 0) return null;
  const rows = Array.from(table, ([key, { value }]) => [key, value] as const);
  return {
    kind: 'choice',
    slot,
    table: rows.sort(([left], [right]) => (String(left) < String(right) ? -1 : 1)),
  };
}

/** Objects with members of the same names, and lists of the same length, part by part. */
function explainParts(targets: readonly Json[], explainer: Explainer): Expression | null {
  const [first] = targets;
  if (targets.every(isJsonObject)) {
    const names = Object.keys(first as object);
    const isAlike = targets.every((target) => Object.keys(target).sort().join() === [...names].sort().join());
    if (!isAlike) return null;
    const members: Record<string, Expression> = {};
    for (const name of names) {
      const of = explain(
        targets.map((target) => target[name] ?? null),
        explainer,
        name,
      );
      if (of === null) return null;
      members[name] = of;
    }
    return { kind: 'members', members };
  }
  if (!targets.every((target) => Array.isArray(target))) return null;
  const lists = targets as readonly (readonly Json[])[];
  if (lists.some(({ length }) => length !== lists[0]?.length)) return null;
  const items: Expression[] = [];
  for (let at = 0; at < (lists[0]?.length ?? 0); at++) {
    const of = explain(
      lists.map((list) => list[at] ?? null),
      explainer,
    );
    if (of === null) return null;
    items.push(of);
  }
  return { kind: 'items', items };
}

function explainText(targets: readonly Json[], explainer: Explainer): Expression | null {
  if (!targets.every((target) => typeof target === 'string')) return null;
  const texts = targets as readonly string[];
  return (
    explainJoin(texts, [...explainer.slots, ...explainer.data]) ??
    explainLine(texts, explainer) ??
    explainSeen(targets, explainer)
  );
}

function explainNumber(targets: readonly Json[], explainer: Explainer): Expression | null {
  if (!targets.every((target) => typeof target === 'number')) return null;
  const numbers = targets as readonly number[];
  const fits = (expression: Expression): boolean => isNumberOf(expression, numbers, explainer.scopes);
  const sums = (): Iterable<Expression> => sumsOf(explainer);
  for (const source of [() => countsOf(explainer), sums]) {
    for (const expression of source()) if (fits(expression)) return expression;
  }
  const line = explainLine(numbers.map(String), explainer);
  if (line !== null) return { kind: 'as_number', of: line };
  return explainOccurrences(numbers, explainer, fits) ?? explainSeen(targets, explainer);
}

/** Whether an expression gives these numbers, as far as sums of fractions can. */
function isNumberOf(expression: Expression, targets: readonly number[], scopes: readonly Scope[]): boolean {
  return scopes.every((scope, index) => {
    const value = evaluate(expression, scope);
    const target = targets[index] ?? 0;
    return typeof value === 'number' && Math.abs(value - target) <= 1e-9 * Math.max(1, Math.abs(target));
  });
}

function listsOf({ data }: Explainer): readonly KnownValue[] {
  return data.filter(({ values }) => values.every((value) => Array.isArray(value)));
}

function* countsOf(explainer: Explainer): Iterable<Expression> {
  for (const { expression } of listsOf(explainer)) yield { kind: 'count', of: expression };
}

/** What each item of a list has, with `item` for it: what is there in all items of all scopes. */
function eachValues({ expression, values }: KnownValue, scopes: readonly Scope[]): readonly KnownValue[] {
  const inside = values.flatMap((list, index) =>
    (list as readonly Json[]).map((item): Scope => ({ ...(scopes[index] as Scope), seen: [], item })),
  );
  return expression.kind !== 'data' || inside.length === 0 ? [] : dataValues(inside, []);
}

function* sumsOf(explainer: Explainer): Iterable<Expression> {
  const lists = listsOf(explainer).map((list) => {
    const each = eachValues(list, explainer.scopes);
    return {
      list,
      numbers: each.filter(({ values }) => values.every((value) => typeof value === 'number')),
      lists: each.filter(({ values }) => values.every((value) => Array.isArray(value))),
    };
  });
  for (const { list, numbers, lists: inner } of lists) {
    for (const { expression } of numbers) yield { kind: 'sum', of: list.expression, each: expression };
    for (const { expression } of inner) {
      yield { kind: 'sum', of: list.expression, each: { kind: 'count', of: expression } };
    }
  }
  for (const left of lists) {
    for (const right of lists) {
      if (left === right || !isAsLong(left.list, right.list)) continue;
      for (const { expression: leftEach } of left.numbers) {
        for (const { expression: rightEach } of right.numbers) {
          yield {
            kind: 'sum_of_products',
            left: left.list.expression,
            leftEach,
            right: right.list.expression,
            rightEach,
          };
        }
      }
    }
  }
}

function isAsLong(left: KnownValue, right: KnownValue): boolean {
  return left.values.every(
    (list, index) => (list as readonly Json[]).length === (right.values[index] as readonly Json[]).length,
  );
}

/** A list with what each item of another has. */
function explainList(targets: readonly Json[], explainer: Explainer): Expression | null {
  if (!targets.every((target) => Array.isArray(target))) return null;
  for (const list of listsOf(explainer)) {
    for (const { expression } of eachValues(list, explainer.scopes)) {
      const each: Expression = { kind: 'each', of: list.expression, each: expression };
      if (explainer.scopes.every((scope, index) => isSame(evaluate(each, scope), targets[index])))
        return each;
    }
  }
  return null;
}
