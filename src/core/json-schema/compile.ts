import { coreError } from '../error-codes.js';
import type { MettleError } from '../errors.js';
import { isJsonObject } from '../json.js';
import { startOf } from '../text/start-of.js';
import { type CompiledPattern, compilePattern } from './pattern.js';
import { indexResources, type Resources } from './resources.js';
import type { Check, SchemaNode } from './run.js';

/** What a keyword's compiler is given besides the keyword's own value. */
export interface KeywordContext {
  readonly compiler: Compiler;
  /** The schema that holds the keyword. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Where the schema stands, as a JSON pointer: `#/properties/city`. */
  readonly pointer: string;
}

/** Turns the value of a keyword into its check; null where it asks nothing. */
export type Keyword = (value: unknown, context: KeywordContext) => Check | null;

/** A keyword, and its place in the order in which the problems of a schema help most. */
export interface RankedKeyword {
  readonly compile: Keyword;
  readonly rank: number;
}

/** Schemas within one document. */
const MAX_SCHEMAS = 20_000;
const MAX_SCHEMA_DEPTH = 200;
/** Work of compiling all patterns within one document: a unit takes half a microsecond and some hundred bytes. */
const MAX_PATTERN_WORK = 40_000;
const WORK_OF_A_CHARACTER = 5;
/** A class of Unicode has hundreds of ranges. */
const WORK_OF_A_UNICODE_CLASS = 100;

/** Compiles one schema document, each schema in it once. */
export class Compiler {
  readonly root: unknown;
  readonly keepPatterns: boolean;
  /** Whether a schema compiled so far asks what no keyword has looked at, so that it has to be written down. */
  tracksSeen = false;
  readonly #keywords: ReadonlyMap<string, RankedKeyword>;
  readonly #resources: Resources;
  readonly #nodes = new Map<object, SchemaNode>();
  readonly #patterns = new Map<string, CompiledPattern>();
  #patternWork = 0;
  #depth = 0;

  constructor(root: unknown, keywords: ReadonlyMap<string, RankedKeyword>, keepPatterns: boolean) {
    this.root = root;
    this.keepPatterns = keepPatterns;
    this.#keywords = keywords;
    this.#resources = indexResources(root, MAX_SCHEMAS, MAX_SCHEMA_DEPTH);
  }

  /** @throws {MettleError} `core/invalid_schema` for what is no schema. */
  node(schema: unknown, pointer: string): SchemaNode {
    if (schema === true) return ANYTHING;
    if (schema === false) return NOTHING;
    if (!isJsonObject(schema)) throw invalidSchema(pointer, 'a schema is an object, true or false');
    const known = this.#nodes.get(schema);
    if (known !== undefined) return known;
    if (this.#nodes.size >= MAX_SCHEMAS) throw invalidSchema(pointer, `it has over ${MAX_SCHEMAS} schemas`);
    if (this.#depth >= MAX_SCHEMA_DEPTH) throw invalidSchema(pointer, 'it is nested too deep');
    const node: SchemaNode = { checks: [] };
    this.#nodes.set(schema, node);
    this.#depth += 1;
    const context = { compiler: this, schema, pointer };
    const checks: Check[] = [];
    for (const [name, { compile }] of this.#keywordsOf(schema)) {
      const check = compile(schema[name], context);
      if (check !== null) checks.push(check);
    }
    this.#depth -= 1;
    node.checks = checks;
    return node;
  }

  /** The keywords that a schema has, in the order of their ranks. */
  #keywordsOf(schema: object): readonly (readonly [string, RankedKeyword])[] {
    const found: (readonly [string, RankedKeyword])[] = [];
    for (const name of Object.keys(schema)) {
      const keyword = this.#keywords.get(name);
      if (keyword !== undefined) found.push([name, keyword]);
    }
    return found.length < 2 ? found : found.sort(([, left], [, right]) => left.rank - right.rank);
  }

  /** A pattern, compiled once however often it stands in the document, or why it can't be used. */
  pattern(source: string): CompiledPattern {
    const known = this.#patterns.get(source);
    if (known !== undefined) return known;
    let compiled: CompiledPattern = TOO_MUCH;
    const classes = source.split(/\\[pP]/, MAX_PATTERN_WORK).length - 1;
    this.#patternWork += WORK_OF_A_CHARACTER * source.length + WORK_OF_A_UNICODE_CLASS * classes;
    if (this.#patternWork <= MAX_PATTERN_WORK) {
      compiled = compilePattern(source);
      if ('steps' in compiled) this.#patternWork += compiled.steps;
      if (this.#patternWork > MAX_PATTERN_WORK) compiled = TOO_MUCH;
    }
    this.#patterns.set(source, compiled);
    return compiled;
  }

  /** How many schemas have a dynamic anchor of that name. */
  dynamicAnchors(name: string): number {
    return this.#resources.dynamicAnchors.get(name) ?? 0;
  }

  /** The schema that a `$ref` in `from` names. It has to lie in the same document: nothing is ever fetched. */
  target(reference: string, from: object, pointer: string): SchemaNode {
    const found = this.#resources.find(reference, from);
    if (found === undefined) {
      throw invalidSchema(
        pointer,
        `$ref ${JSON.stringify(reference)} names nothing in this schema. Put what it names under $defs`,
      );
    }
    return this.node(found.schema, found.pointer);
  }
}

const TOO_MUCH: CompiledPattern = {
  unsupported: 'the patterns of the schema are too many, or repeat too much',
};
const ANYTHING: SchemaNode = { checks: [] };
const NOTHING: SchemaNode = {
  checks: [(_value, at, run) => run.report(at, 'false', () => 'must not be given')],
};

/** The error for a schema that can't be used. */
export function invalidSchema(pointer: string, reason: string): MettleError {
  return coreError(
    'invalid_schema',
    `The JSON Schema cannot be used: at ${startOf(pointer, 200)}: ${startOf(reason, 300)}.`,
    { details: { pointer } },
  );
}

/** The next step of a pointer. */
export function below(pointer: string, ...keys: readonly (string | number)[]): string {
  let place = pointer;
  for (const key of keys) place += `/${typeof key === 'string' ? escaped(key) : key}`;
  return place;
}

function escaped(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}
