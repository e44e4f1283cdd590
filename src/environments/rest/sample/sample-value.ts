import { isJsonObject, type Json, type JsonObject, type RandomStream } from '../../../core/index.js';
import { meetsSchema } from '../known-validators.js';
import { definitionsOf, listOf, standingAlone } from '../schema-shape.js';
import { mergedSchema, mergeTwo } from './merge-schemas.js';
import { sampleText } from './sample-text.js';

/** Below this many members and items, and beyond this many values, only what is required is drawn. */
const MAX_DEPTH = 5;
const MANY_VALUES = 100;
/** Values after which a try is given up. */
const MOST_VALUES = 5_000;
const HARD_DEPTH = 20;
const TRIES = 24;
const LOCAL_TRIES = 8;

/** How {@link sampleValue} draws. */
export interface SampleOptions {
  readonly random: RandomStream;
  /** How often a member that is not required is drawn, 0 to 1. Default 0.8. */
  readonly optional?: number;
  /** A value for a member by its name and place, before one is drawn; undefined to draw. */
  readonly member?: (name: string, schema: JsonObject, path: readonly string[]) => Json | undefined;
  /** What the value is for: words are chosen by it. */
  readonly name?: string;
}

/**
 * A value that a JSON Schema which stands alone allows, drawn from examples, lists of values, formats, patterns and
 * limits; undefined where none is found.
 */
export function sampleValue(root: JsonObject, options: SampleOptions): Json | undefined {
  const sampler = new Sampler(definitionsOf(root), options);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const value = sampler.draw(root, options.name ?? '', [], attempt);
    if (value !== undefined && meetsSchema(root, value)) return value;
  }
  return undefined;
}

/** Draws from the schemas of one document. */
class Sampler {
  readonly #definitions: JsonObject;
  readonly #options: SampleOptions;
  /** Tries before: later ones draw less that is not required. */
  #attempt = 0;
  #drawn = 0;

  constructor(definitions: JsonObject, options: SampleOptions) {
    this.#definitions = definitions;
    this.#options = options;
  }

  draw(schema: JsonObject, name: string, path: readonly string[], attempt: number): Json | undefined {
    this.#attempt = attempt;
    this.#drawn = 0;
    return this.#draw(schema, name, path);
  }

  #draw(schema: JsonObject, name: string, path: readonly string[]): Json | undefined {
    if (path.length > HARD_DEPTH) return undefined;
    if (schema.oneOf === undefined && schema.not === undefined) return this.#drawOnce(schema, name, path);
    // Exactly one choice has to fit: what others allow too is drawn again, here and not with all around it.
    let value: Json | undefined;
    for (let tries = 0; tries < LOCAL_TRIES; tries++) {
      value = this.#drawOnce(schema, name, path);
      if (value !== undefined && this.#fits(schema, value)) break;
    }
    return value;
  }

  #drawOnce(schema: JsonObject, name: string, path: readonly string[]): Json | undefined {
    if (++this.#drawn > MOST_VALUES) return undefined;
    const { random } = this.#options;
    let found = mergedSchema(schema, this.#definitions);
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const choices = listOf(found[keyword]);
      if (choices.length === 0) continue;
      const { [keyword]: _, ...rest } = found;
      found = mergeTwo(rest, mergedSchema(random.pick(choices), this.#definitions));
    }
    if (Object.hasOwn(found, 'const')) return found.const;
    if (Array.isArray(found.enum))
      return found.enum.length === 0 ? undefined : random.pick(found.enum as Json[]);
    const examples = Array.isArray(found.examples) ? (found.examples as Json[]) : [];
    if (examples.length > 0 && this.#attempt < 3 && random.chance(examples.length > 1 ? 0.9 : 0.4)) {
      return random.pick(examples);
    }
    return this.#ofType(this.#type(found), found, name, path);
  }

  #type(schema: JsonObject): string {
    const { type } = schema;
    if (typeof type === 'string') return type;
    if (Array.isArray(type)) {
      const types = (type as readonly Json[]).map(String);
      const solid = types.filter((each) => each !== 'null');
      if (solid.length === 0) return 'null';
      return types.includes('null') && this.#options.random.chance(0.2)
        ? 'null'
        : this.#options.random.pick(solid);
    }
    if (isJsonObject(schema.properties) || Array.isArray(schema.required)) return 'object';
    if (schema.items !== undefined || schema.minItems !== undefined) return 'array';
    if (schema.minimum !== undefined || schema.maximum !== undefined || schema.multipleOf !== undefined)
      return 'number';
    return 'string';
  }

  #ofType(type: string, schema: JsonObject, name: string, path: readonly string[]): Json | undefined {
    const { random } = this.#options;
    if (type === 'null') return null;
    if (type === 'boolean') return random.chance(0.5);
    if (type === 'integer') return sampleNumber(schema, random, true);
    if (type === 'number') return sampleNumber(schema, random, false);
    if (type === 'array') return this.#array(schema, name, path);
    if (type === 'object') return this.#object(schema, path);
    return sampleText(schema, name, random) ?? undefined;
  }

  #array(schema: JsonObject, name: string, path: readonly string[]): Json | undefined {
    const { random } = this.#options;
    const least = numberOf(schema.minItems, 0);
    const most = Math.min(numberOf(schema.maxItems, Math.max(3, least)), Math.max(3, least));
    if (least > 1_000 || most < least) return undefined;
    const first = listOf(schema.prefixItems);
    const deep = this.#isEnough(path);
    const count = deep ? least : random.integer(least, most);
    const items: Json[] = [];
    const seen = new Set<string>();
    for (let tries = 0; items.length < Math.max(count, least) && tries < 20 + 20 * count; tries++) {
      const own = first[items.length] ?? (isJsonObject(schema.items) ? schema.items : {});
      const contains =
        items.length === 0 && isJsonObject(schema.contains) ? mergeTwo(own, schema.contains) : own;
      const item = this.#draw(contains, singular(name), [...path, '0']);
      if (item === undefined) return items.length >= least ? items : undefined;
      const text = JSON.stringify(item);
      if (schema.uniqueItems === true && seen.has(text)) continue;
      seen.add(text);
      items.push(item);
    }
    return items;
  }

  #object(schema: JsonObject, path: readonly string[]): Json | undefined {
    const { random, optional = 0.8 } = this.#options;
    const properties = isJsonObject(schema.properties) ? schema.properties : {};
    const required = new Set(Array.isArray(schema.required) ? (schema.required as Json[]).map(String) : []);
    const chance = this.#isEnough(path) || this.#attempt > TRIES / 2 ? 0 : optional;
    const members: [string, Json][] = [];
    for (const [name, member] of Object.entries(properties)) {
      if (!required.has(name) && !random.chance(chance)) continue;
      const value = this.#member(name, isJsonObject(member) ? member : {}, path);
      if (value !== undefined) members.push([name, value]);
      else if (required.has(name)) return undefined;
    }
    const open = schema.additionalProperties;
    for (const name of required) {
      if (Object.hasOwn(properties, name)) continue;
      const value = this.#member(name, isJsonObject(open) ? open : {}, path);
      if (value === undefined) return undefined;
      members.push([name, value]);
    }
    const wanted = numberOf(
      schema.minProperties,
      isJsonObject(open) && members.length === 0 && chance > 0 ? 1 : 0,
    );
    for (let n = 1; members.length < wanted && n <= 50; n++) {
      const optionalName = Object.keys(properties).find((name) => !members.some(([known]) => known === name));
      const name = optionalName ?? `key_${n}`;
      const own = optionalName === undefined ? open : properties[optionalName];
      if (own === false) break;
      const value = this.#member(name, isJsonObject(own) ? own : {}, path);
      if (value !== undefined) members.push([name, value]);
    }
    return Object.fromEntries(members);
  }

  #isEnough(path: readonly string[]): boolean {
    return path.length >= MAX_DEPTH || this.#drawn > MANY_VALUES;
  }

  #member(name: string, schema: JsonObject, path: readonly string[]): Json | undefined {
    const known = this.#options.member?.(name, schema, path);
    if (known !== undefined && this.#fits(schema, known)) return known;
    return this.#draw(schema, name, [...path, name]);
  }

  #fits(schema: JsonObject, value: Json): boolean {
    return meetsSchema(standingAlone(schema, this.#definitions), value);
  }
}

function sampleNumber(schema: JsonObject, random: RandomStream, whole: boolean): number | undefined {
  const step =
    typeof schema.multipleOf === 'number' && schema.multipleOf > 0 ? schema.multipleOf : whole ? 1 : 0.01;
  const above = typeof schema.exclusiveMinimum === 'number' ? schema.exclusiveMinimum : undefined;
  const below = typeof schema.exclusiveMaximum === 'number' ? schema.exclusiveMaximum : undefined;
  const least = Math.max(
    numberOf(schema.minimum, Number.NEGATIVE_INFINITY),
    above ?? Number.NEGATIVE_INFINITY,
  );
  const most = Math.min(
    numberOf(schema.maximum, Number.POSITIVE_INFINITY),
    below ?? Number.POSITIVE_INFINITY,
  );
  const low = Number.isFinite(least) ? least : Number.isFinite(most) ? Math.min(1, most - 100 * step) : 1;
  const high = Number.isFinite(most) ? most : Math.max(100, low + 100 * step);
  const wholeStep = whole && !Number.isInteger(step) ? 1 : step;
  let first = Math.ceil(low / wholeStep);
  let last = Math.floor(high / wholeStep);
  if (above !== undefined && first * wholeStep <= above) first++;
  if (below !== undefined && last * wholeStep >= below) last--;
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last)) return undefined;
  // No multiple of the step fits: what is between the limits, where the step was not asked for.
  if (last < first) return schema.multipleOf === undefined && !whole ? (low + high) / 2 : undefined;
  const value = random.integer(first, last) * wholeStep;
  return whole ? value : Number(value.toFixed(10));
}

function numberOf(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function singular(name: string): string {
  return name.replace(/s$/, '');
}
