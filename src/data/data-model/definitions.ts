import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { dataError } from '../error-codes.js';
import { MAX_SCHEMAS, PartBudget } from './part-budget.js';
import { hasSubschemas, mapSubschemas, visitSubschemas } from './schema-positions.js';

/** Named schemas that others point to by `#/$defs/NAME`. */
export type Definitions = ReadonlyMap<string, Json>;

/** A schema without its definitions, and the definitions: each reference is `#/$defs/NAME` with NAME among them. */
export interface Resolved {
  readonly schema: JsonObject;
  readonly definitions: Definitions;
}

const MAX_DEPTH = 400;
const UNSUPPORTED = ['$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveAnchor', '$recursiveRef'];
/** What a schema doesn't keep when its references are resolved. */
const LEFT_OUT = ['$defs', 'definitions', '$schema', '$id'];
/** What makes a schema another one when its references are resolved. */
const NAMING = ['$ref', '$schema', '$id', ...UNSUPPORTED];

/**
 * Makes each reference of a schema point to a definition. What is pointed to elsewhere in the document, also the
 * document itself, becomes a definition of its own, so a part of the schema can be moved without breaking another.
 *
 * @throws {MettleError} `data/unsupported_schema` for references that leave the document or point nowhere, for
 *   anchors, for nesting over 400, and for more than {@link MAX_SCHEMAS} schemas.
 */
export function resolveDefinitions(root: JsonObject): Resolved {
  const names = new Map<string, string>();
  const definitions = new Map<string, Json>();
  const freeName = nameGiver(new Set());
  for (const keyword of ['$defs', 'definitions']) {
    const group = root[keyword];
    if (!isJsonObject(group)) continue;
    for (const name of Object.keys(group)) {
      const own = freeName(name);
      names.set(`#/${keyword}/${escaped(name)}`, own);
    }
  }

  const nameOf = (written: string): string => {
    const reference = spelledPlainly(written);
    const known = names.get(reference);
    if (known !== undefined) {
      if (!definitions.has(known)) define(reference, known);
      return known;
    }
    const name = freeName(defaultName(reference, root));
    names.set(reference, name);
    define(reference, name);
    return name;
  };
  const define = (reference: string, name: string): void => {
    definitions.set(name, true); // A definition may refer to itself.
    definitions.set(name, rewrite(pointedTo(root, reference), 0));
  };
  // What several references point into is copied for each of them.
  const budget = new PartBudget(MAX_SCHEMAS);
  const rewrite = (schema: Json, depth: number): Json => {
    if (!isJsonObject(schema)) return schema;
    budget.take();
    if (!hasSubschemas(schema) && !NAMING.some((keyword) => Object.hasOwn(schema, keyword))) return schema;
    if (depth > MAX_DEPTH) throw unsupported(`is nested deeper than ${MAX_DEPTH}`);
    for (const keyword of UNSUPPORTED) {
      if (Object.hasOwn(schema, keyword)) throw unsupported(`uses ${keyword}`);
    }
    const { $defs: _, definitions: __, $schema: ___, $id: ____, ...others } = schema;
    const own = LEFT_OUT.some((keyword) => Object.hasOwn(schema, keyword)) ? others : schema;
    const inner = mapSubschemas(own, (part) => rewrite(part, depth + 1));
    const { $ref } = own;
    return typeof $ref === 'string' ? { ...inner, $ref: `#/$defs/${escaped(nameOf($ref))}` } : inner;
  };

  const schema = rewrite(root, 0) as JsonObject;
  return { schema, definitions: used(schema, definitions) };
}

/** The definitions that a schema reaches, in their order. */
export function used(schema: Json, definitions: Definitions): Definitions {
  const reached = new Set<string>();
  const pending: Json[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!isJsonObject(next)) continue;
    const name = referenced(next);
    if (name !== undefined && !reached.has(name)) {
      reached.add(name);
      pending.push(definitions.get(name) ?? true);
    }
    visitSubschemas(next, (inner) => pending.push(inner));
  }
  return new Map([...definitions].filter(([name]) => reached.has(name)));
}

/**
 * Joins the definitions of two schemas. A name that stands for different schemas is given a number in the second.
 *
 * @returns the definitions, and how a schema of the second group is written beside them; null where it stays as it is.
 */
export function joinDefinitions(
  left: Definitions,
  right: Definitions,
): { readonly definitions: Definitions; readonly rename: ((schema: Json) => Json) | null } {
  const freeName = nameGiver(new Set([...left.keys(), ...right.keys()]));
  const names = new Map<string, string>();
  const renameTo = (name: string): void => {
    names.set(name, freeName(name));
  };
  for (const [name, schema] of right) {
    const other = left.get(name);
    if (other === undefined || canonicalJson(other) === canonicalJson(schema)) continue;
    renameTo(name);
  }
  if (names.size === 0) return { definitions: new Map([...left, ...right]), rename: null };
  // A shared definition that reaches a renamed one means another thing on each side: it gets another name, too.
  const referrers = referrersIn(right);
  const pending = [...names.keys()];
  const seen = new Set(pending);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    for (const referrer of referrers.get(name) ?? []) {
      if (seen.has(referrer)) continue;
      seen.add(referrer);
      pending.push(referrer);
      if (left.has(referrer)) renameTo(referrer);
    }
  }
  const rename = (schema: Json): Json => {
    if (!isJsonObject(schema)) return schema;
    const inner = mapSubschemas(schema, rename);
    const name = referenced(schema);
    const own = name === undefined ? undefined : names.get(name);
    return own === undefined ? inner : { ...inner, $ref: `#/$defs/${escaped(own)}` };
  };
  const renamed = [...right].map(([name, schema]) => [names.get(name) ?? name, rename(schema)] as const);
  return { definitions: new Map([...left, ...renamed]), rename };
}

/** For each definition, those that refer to it directly. */
function referrersIn(definitions: Definitions): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [referrer, schema] of definitions) {
    for (const name of namesReferencedIn(schema)) {
      const others = found.get(name);
      if (others === undefined) found.set(name, [referrer]);
      else others.push(referrer);
    }
  }
  return found;
}

/** The definitions that a schema, or a schema in it, refers to directly. */
export function namesReferencedIn(schema: Json): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (inner: Json): void => {
    if (!isJsonObject(inner)) return;
    const name = referenced(inner);
    if (name !== undefined) names.add(name);
    visitSubschemas(inner, visit);
  };
  visit(schema);
  return names;
}

/** The definition that a resolved schema points to itself. */
export function referenced(schema: JsonObject): string | undefined {
  const { $ref } = schema;
  return typeof $ref === 'string' ? unescaped($ref.slice('#/$defs/'.length)) : undefined;
}

/** Gives the first of `name`, `name_1`, `name_2` … that is not taken, and takes it. */
function nameGiver(taken: Set<string>): (name: string) => string {
  const next = new Map<string, number>();
  return (name) => {
    let number = next.get(name) ?? 1;
    let free = name;
    for (; taken.has(free); number += 1) free = `${name}_${number}`;
    next.set(name, number);
    taken.add(free);
    return free;
  };
}

function defaultName(reference: string, root: JsonObject): string {
  const last = unescaped(reference.slice(reference.lastIndexOf('/') + 1));
  if (reference !== '#' && last !== '') return last;
  return typeof root.title === 'string' && root.title !== '' ? root.title : 'Self';
}

function pointedTo(root: JsonObject, reference: string): Json {
  if (reference === '#' || reference === '#/') return root;
  if (!reference.startsWith('#/')) {
    throw unsupported(
      `refers to ${JSON.stringify(reference)}, which is not a JSON pointer into the schema itself`,
    );
  }
  let at: Json | undefined = root;
  for (const part of reference.slice(2).split('/')) {
    const key = unescaped(part);
    if (Array.isArray(at)) at = at[Number(key)];
    else at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
    if (at === undefined)
      throw unsupported(`refers to ${JSON.stringify(reference)}, which it does not contain`);
  }
  return at;
}

/** A reference into the document in the one spelling that is compared: `#/$defs/a%20b` and `#/$defs/a b` are the same. */
function spelledPlainly(reference: string): string {
  if (!reference.startsWith('#/')) return reference;
  const parts = reference.slice(2).split('/');
  return `#/${parts.map((part) => escaped(unescaped(part))).join('/')}`;
}

function escaped(name: string): string {
  return name.replaceAll('%', '%25').replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescaped(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // A lone percent sign stands for itself.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

function unsupported(why: string): Error {
  return dataError(
    'unsupported_schema',
    `The schema of this data model ${why}. Use only references to #/$defs/NAME.`,
  );
}
