import { isJsonObject } from '../json.js';
import { counted } from '../text/counted.js';
import { shortened } from '../text/shortened.js';
import { invalidSchema, type Keyword, type KeywordContext } from './compile.js';
import { FORMATS } from './formats.js';
import { countOf, listOf, namesOf, numberOf } from './keyword-values.js';
import type { Pattern } from './pattern.js';
import { listed, shown } from './problem.js';
import type { Check, Run } from './run.js';
import { firstRepeat, sameJson } from './same-json.js';

const TYPES: Readonly<Record<string, { readonly is: (value: unknown) => boolean; readonly words: string }>> =
  {
    null: { is: (value) => value === null, words: 'null' },
    boolean: { is: (value) => typeof value === 'boolean', words: 'true or false' },
    string: { is: (value) => typeof value === 'string', words: 'a string' },
    number: { is: (value) => typeof value === 'number' && Number.isFinite(value), words: 'a number' },
    integer: { is: Number.isInteger, words: 'a whole number' },
    array: { is: Array.isArray, words: 'a list' },
    object: { is: isJsonObject, words: 'an object' },
  };

function type(value: unknown, { pointer }: KeywordContext): Check {
  const wanted = [...new Set(Array.isArray(value) ? value : [value])].map((name) => {
    const found = typeof name === 'string' && Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
    if (found === undefined) throw invalidSchema(pointer, `there is no type ${shown(name)}`);
    return found;
  });
  const words = wanted.map((one) => one.words).join(' or ');
  const [first, ...others] = wanted.map(({ is }) => is);
  return (found, at, run) =>
    first?.(found) === true ||
    others.some((is) => is(found)) ||
    run.report(at, 'type', () => `must be ${words}, not ${shown(found)}`);
}

const MAX_CHOICES_SHOWN = 20;

function enumeration(value: unknown, context: KeywordContext): Check {
  const choices = listOf(value, 'enum', context);
  const scalars = new Set(choices.filter((choice) => typeof choice !== 'object' || choice === null));
  const containers = choices.filter((choice) => typeof choice === 'object' && choice !== null);
  const more = choices.length > MAX_CHOICES_SHOWN ? ', …' : '';
  const words = choices.slice(0, MAX_CHOICES_SHOWN).map(asJson).join(', ') + more;
  return (found, at, run) =>
    scalars.has(found) ||
    containers.some((choice) => sameJson(choice, found, run)) ||
    run.report(at, 'enum', () => `must be one of ${words}, not ${shown(found)}`);
}

function constant(value: unknown): Check {
  const words = asJson(value);
  return (found, at, run) =>
    sameJson(value, found, run) || run.report(at, 'const', () => `must be ${words}, not ${shown(found)}`);
}

function asJson(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? shortened(JSON.stringify(value) ?? '', 200)
    : shown(value);
}

/** A keyword that asks something of numbers alone. */
function ofNumber(name: string, words: string, holds: (found: number, limit: number) => boolean): Keyword {
  return (value, context) => {
    const limit = numberOf(value, name, context);
    return (found, at, run) =>
      typeof found !== 'number' ||
      holds(found, limit) ||
      run.report(at, name, () => `must be ${words} ${limit}, not ${found}`);
  };
}

/** A limit that the value may not reach. In draft 4, `true` says so of the limit beside it. */
function ofExclusive(
  name: string,
  beside: 'minimum' | 'maximum',
  words: string,
  holds: (found: number, limit: number) => boolean,
): Keyword {
  const check = ofNumber(name, words, holds);
  return (value, context) => {
    if (typeof value !== 'boolean') return check(value, context);
    const limit = context.schema[beside];
    return value && limit !== undefined ? check(limit, context) : null;
  };
}

const multipleOf: Keyword = (value, context) => {
  if (numberOf(value, 'multipleOf', context) <= 0) {
    throw invalidSchema(context.pointer, 'multipleOf has to be greater than 0');
  }
  return ofNumber('multipleOf', 'a multiple of', isMultiple)(value, context);
};

function isMultiple(found: number, step: number): boolean {
  if (Number.isInteger(step)) return found % step === 0;
  const times = found / step;
  if (!Number.isFinite(times)) return Number.isInteger(found) && Number.isInteger(1 / step);
  return Math.abs(times - Math.round(times)) <= Math.abs(times) * Number.EPSILON * 4;
}

/** A keyword that bounds a size: of a string in characters, of a list in items, of an object in members. */
function ofSize(
  name: string,
  unit: readonly [string, string],
  sizeOf: (found: unknown, run: Run) => number | null,
): Keyword {
  const least = name.startsWith('min');
  return (value, context) => {
    const limit = countOf(value, name, context);
    return (found, at, run) => {
      const size = sizeOf(found, run);
      if (size === null || (least ? size >= limit : size <= limit)) return true;
      return run.report(
        at,
        name,
        () => `must have at ${least ? 'least' : 'most'} ${counted(limit, ...unit)}, not ${size}`,
      );
    };
  };
}

function characters(found: unknown, run: Run): number | null {
  if (typeof found !== 'string') return null;
  run.spend(found.length >> 4);
  let pairs = 0;
  for (let i = 0; i + 1 < found.length; i += 1) {
    if ((found.charCodeAt(i) & 0xfc00) === 0xd800 && (found.charCodeAt(i + 1) & 0xfc00) === 0xdc00)
      pairs += 1;
  }
  return found.length - pairs;
}

function items(found: unknown): number | null {
  return Array.isArray(found) ? found.length : null;
}

function members(found: unknown, run: Run): number | null {
  return isJsonObject(found) ? run.namesIn(found).length : null;
}

/** The pattern of a schema; null where it can't be checked and the schema's owner allows that. */
export function patternOf(source: unknown, { compiler, pointer }: KeywordContext): Pattern | null {
  if (typeof source !== 'string') throw invalidSchema(pointer, 'a pattern has to be a string');
  const compiled = compiler.pattern(source);
  if ('matches' in compiled) return compiled.matches;
  if (compiler.keepPatterns) return null;
  throw invalidSchema(
    pointer,
    `the pattern ${shown(source)} can't be checked in linear time: ${compiled.unsupported}`,
  );
}

const pattern: Keyword = (value, context) => {
  const matches = patternOf(value, context);
  if (matches === null) return null;
  return (found, at, run) =>
    typeof found !== 'string' ||
    matches(found, run) ||
    run.report(
      at,
      'pattern',
      () => `must match the pattern ${shortened(String(value), 200)}, not ${shown(found)}`,
    );
};

const format: Keyword = (value) => {
  const has = typeof value === 'string' ? FORMATS.get(value) : undefined;
  if (has === undefined) return null;
  return (found, at, run) => {
    if (typeof found !== 'string') return true;
    run.spend(found.length >> 4);
    return has(found) || run.report(at, 'format', () => `must be a valid ${value}, not ${shown(found)}`);
  };
};

const required: Keyword = (value, context) => {
  const names = namesOf(value, 'required', context);
  return (found, at, run) => {
    if (!isJsonObject(found)) return true;
    run.spend(names.length);
    const missing = names.filter((name) => !Object.hasOwn(found, name));
    if (missing.length === 0) return true;
    return run.report(at, 'required', () => `needs ${listed(missing)}`);
  };
};

const uniqueItems: Keyword = (value) =>
  value !== true
    ? null
    : (found, at, run) => {
        const repeat = Array.isArray(found) ? firstRepeat(found, run) : null;
        if (repeat === null) return true;
        return run.report(
          at,
          'uniqueItems',
          () => `must not repeat an item: items ${repeat.join(' and ')} are equal`,
        );
      };

/** The keywords that look at a value and not at what is in it. */
export const ASSERTIONS: readonly (readonly [string, Keyword])[] = [
  ['type', type],
  ['enum', enumeration],
  ['const', constant],
  ['minimum', ofNumber('minimum', 'at least', (found, limit) => found >= limit)],
  ['maximum', ofNumber('maximum', 'at most', (found, limit) => found <= limit)],
  [
    'exclusiveMinimum',
    ofExclusive('exclusiveMinimum', 'minimum', 'greater than', (found, limit) => found > limit),
  ],
  [
    'exclusiveMaximum',
    ofExclusive('exclusiveMaximum', 'maximum', 'less than', (found, limit) => found < limit),
  ],
  ['multipleOf', multipleOf],
  ['minLength', ofSize('minLength', ['character', 'characters'], characters)],
  ['maxLength', ofSize('maxLength', ['character', 'characters'], characters)],
  ['pattern', pattern],
  ['format', format],
  ['minItems', ofSize('minItems', ['item', 'items'], items)],
  ['maxItems', ofSize('maxItems', ['item', 'items'], items)],
  ['uniqueItems', uniqueItems],
  ['minProperties', ofSize('minProperties', ['member', 'members'], members)],
  ['maxProperties', ofSize('maxProperties', ['member', 'members'], members)],
  ['required', required],
];
