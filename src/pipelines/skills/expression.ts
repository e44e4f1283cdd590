import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../core/index.js';

/**
 * A step into data: the member of a name, or of one that is worked out; the first item, the last, or the only one; the only one with
 * a value in a member.
 */
export type PathStep =
  | string
  | { readonly at: 'first' | 'last' | 'only' }
  | { readonly named: Expression }
  | WhereStep;

interface WhereStep {
  readonly where: string;
  readonly is: Expression;
}

/** Where data comes from: what a step before answered (all answers of a loop, as a list), or the item of the loop. */
export type DataSource = number | 'item';

/** What a value of a slot is turned into. */
export type SlotForm = 'as_is' | 'lower' | 'upper' | 'snake' | 'number' | 'text';

/** How a value is worked out from the slots of a request and what was seen before. */
export type Expression =
  | { readonly kind: 'constant'; readonly value: Json }
  | { readonly kind: 'slot'; readonly slot: number; readonly form: SlotForm }
  /** One of the values that were seen with the slot, and nothing else. */
  | { readonly kind: 'choice'; readonly slot: number; readonly table: readonly (readonly [Json, Json])[] }
  | { readonly kind: 'data'; readonly source: DataSource; readonly path: readonly PathStep[] }
  /** Texts one after another. */
  | { readonly kind: 'join'; readonly parts: readonly Expression[] }
  /** A text between quotes of SQL, with those in it doubled. */
  | { readonly kind: 'sql_text'; readonly of: Expression }
  | { readonly kind: 'members'; readonly members: Readonly<Record<string, Expression>> }
  | { readonly kind: 'items'; readonly items: readonly Expression[] }
  | { readonly kind: 'count'; readonly of: Expression }
  /** How often a text stands in another. */
  | { readonly kind: 'occurrences'; readonly of: Expression; readonly part: Expression }
  /** The rest of the line behind texts that follow one another. */
  | { readonly kind: 'line_after'; readonly of: Expression; readonly texts: readonly Expression[] }
  | { readonly kind: 'as_number'; readonly of: Expression }
  /** The sum of what each item gives, which is `item` in it. */
  | { readonly kind: 'sum'; readonly of: Expression; readonly each: Expression }
  /** What each item gives, in turn. */
  | { readonly kind: 'each'; readonly of: Expression; readonly each: Expression }
  /** The sum of products: a member of each item of a list with a member of each answer of a loop. */
  | {
      readonly kind: 'sum_of_products';
      readonly left: Expression;
      readonly leftEach: Expression;
      readonly right: Expression;
      readonly rightEach: Expression;
    };

/** What an expression sees. */
export interface Scope {
  readonly slots: readonly Json[];
  /** What each step before answered; of a loop, all answers. */
  readonly seen: readonly Json[];
  readonly item?: Json;
}

/** The value of an expression; undefined where there is none. */
export function evaluate(expression: Expression, scope: Scope): Json | undefined {
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'slot':
      return slotIn(scope.slots[expression.slot] ?? null, expression.form);
    case 'choice': {
      const value = scope.slots[expression.slot] ?? null;
      return expression.table.find(([key]) => key === value)?.[1];
    }
    case 'data': {
      const { source, path } = expression;
      return followed(source === 'item' ? scope.item : scope.seen[source], path, scope);
    }
    case 'join': {
      const texts = expression.parts.map((part) => evaluate(part, scope));
      return texts.every((text) => typeof text === 'string') ? texts.join('') : undefined;
    }
    case 'sql_text': {
      const text = evaluate(expression.of, scope);
      return typeof text === 'string' ? `'${text.replaceAll("'", "''")}'` : undefined;
    }
    case 'members': {
      const members = Object.entries(expression.members).map(
        ([name, each]) => [name, evaluate(each, scope)] as const,
      );
      return members.some(([, value]) => value === undefined)
        ? undefined
        : (Object.fromEntries(members) as JsonObject);
    }
    case 'items': {
      const items = expression.items.map((each) => evaluate(each, scope));
      return items.some((item) => item === undefined) ? undefined : (items as Json[]);
    }
    case 'count': {
      const list = evaluate(expression.of, scope);
      return Array.isArray(list) ? list.length : undefined;
    }
    case 'occurrences': {
      const [text, part] = [evaluate(expression.of, scope), evaluate(expression.part, scope)];
      if (typeof text !== 'string' || typeof part !== 'string' || part === '') return undefined;
      return text.split(part).length - 1;
    }
    case 'line_after':
      return lineAfter(
        evaluate(expression.of, scope),
        expression.texts.map((text) => evaluate(text, scope)),
      );
    case 'as_number': {
      const text = evaluate(expression.of, scope);
      return typeof text === 'string' && /^-?\d{1,15}(?:\.\d{1,12})?$/.test(text) ? Number(text) : undefined;
    }
    case 'sum':
      return sumOf(eachOf(expression.of, expression.each, scope));
    case 'each':
      return eachOf(expression.of, expression.each, scope);
    case 'sum_of_products': {
      const left = eachOf(expression.left, expression.leftEach, scope);
      const right = eachOf(expression.right, expression.rightEach, scope);
      if (left === undefined || right === undefined || left.length !== right.length) return undefined;
      return sumOf(
        left.map((value, index) =>
          typeof value === 'number' ? value * Number(right[index] ?? Number.NaN) : null,
        ),
      );
    }
  }
}

function eachOf(list: Expression, each: Expression, scope: Scope): Json[] | undefined {
  const items = evaluate(list, scope);
  if (!Array.isArray(items)) return undefined;
  const values = items.map((item) => evaluate(each, { ...scope, item: item as Json }));
  return values.some((value) => value === undefined) ? undefined : (values as Json[]);
}

function sumOf(values: readonly Json[] | undefined): number | undefined {
  if (values === undefined || !values.every((value) => typeof value === 'number')) return undefined;
  const sum = values.reduce((total, value) => total + value, 0);
  return Number.isFinite(sum) ? sum : undefined;
}

/** A slot's value in a form; undefined where it has none. */
export function slotIn(value: Json, form: SlotForm): Json | undefined {
  if (form === 'as_is') return value;
  if (form === 'text') return typeof value === 'number' ? String(value) : undefined;
  if (typeof value !== 'string') return undefined;
  if (form === 'lower') return value.toLowerCase();
  if (form === 'upper') return value.toUpperCase();
  if (form === 'snake') return value.toLowerCase().replaceAll(' ', '_');
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/.test(value) ? Number(value) : undefined;
}

function followed(data: Json | undefined, path: readonly PathStep[], scope: Scope): Json | undefined {
  let value = data;
  for (const step of path) {
    if (value === undefined) return undefined;
    const name = typeof step === 'object' && 'named' in step ? evaluate(step.named, scope) : step;
    if (typeof name === 'string') {
      value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    } else if (typeof step === 'string' || 'named' in step) {
      return undefined;
    } else if (Array.isArray(value)) {
      value = itemOf(value as readonly Json[], step, scope);
    } else return undefined;
  }
  return value;
}

function itemOf(
  items: readonly Json[],
  step: { readonly at: 'first' | 'last' | 'only' } | WhereStep,
  scope: Scope,
): Json | undefined {
  if ('at' in step) {
    if (step.at === 'only') return items.length === 1 ? items[0] : undefined;
    return items.at(step.at === 'first' ? 0 : -1);
  }
  const wanted = evaluate(step.is, scope);
  const found = items.filter((item) => isJsonObject(item) && isSame(item[step.where], wanted));
  return found.length === 1 ? found[0] : undefined;
}

/** Whether two values are the same JSON. */
export function isSame(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  return canonicalJson(left) === canonicalJson(right);
}

function lineAfter(text: Json | undefined, anchors: readonly (Json | undefined)[]): string | undefined {
  if (typeof text !== 'string') return undefined;
  let from = 0;
  for (const anchor of anchors) {
    if (typeof anchor !== 'string') return undefined;
    const at = text.indexOf(anchor, from);
    if (at < 0) return undefined;
    from = at + anchor.length;
  }
  const end = text.indexOf('\n', from);
  return text.slice(from, end < 0 ? text.length : end);
}
