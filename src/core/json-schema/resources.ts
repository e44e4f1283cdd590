import { coreError } from '../error-codes.js';
import { isJsonObject } from '../json.js';

/** A schema found by reference. */
interface Found {
  readonly schema: unknown;
  readonly pointer: string;
}

/** What the references of one document can name. */
export interface Resources {
  readonly dynamicAnchors: ReadonlyMap<string, number>;
  find(reference: string, from: object): Found | undefined;
}

/** Keywords whose value is data, in which nothing is a schema. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required', 'type']);
const ANCHORS: readonly string[] = ['$anchor', '$dynamicAnchor'];
const BASE = 'https://schema.invalid/';
/** Longest address of a schema: each reference in it is resolved against it. */
const MAX_ADDRESS = 2_000;

/**
 * Finds what references can name: schemas with an `$id` or an anchor. Addresses are compared as text; nothing is
 * fetched.
 */
export function indexResources(root: unknown, maxSchemas: number, maxDepth: number): Resources {
  const baseOf = new WeakMap<object, string>();
  const named = new Map<string, unknown>([[BASE, root]]);
  const dynamicAnchors = new Map<string, number>();
  let left = maxSchemas * 10;
  const visit = (value: unknown, base: string, depth: number, isMap: boolean): void => {
    if (typeof value !== 'object' || value === null || depth > maxDepth) return;
    left -= 1;
    if (left < 0) return;
    let own = base;
    if (isJsonObject(value) && !isMap) {
      if (typeof value.$id === 'string' && Object.hasOwn(value, '$id')) {
        own = resolved(value.$id, base) ?? base;
        if (own.length > MAX_ADDRESS) throw tooLong();
        if (!named.has(own) || own === BASE) named.set(own, value);
      }
      for (const anchor of ANCHORS) {
        const name = Object.hasOwn(value, anchor) ? value[anchor] : undefined;
        if (typeof name !== 'string') continue;
        if (anchor === '$dynamicAnchor') dynamicAnchors.set(name, (dynamicAnchors.get(name) ?? 0) + 1);
        if (!named.has(`${own}#${name}`)) named.set(`${own}#${name}`, value);
      }
      if (Object.hasOwn(value, '$recursiveAnchor') && value.$recursiveAnchor === true) {
        dynamicAnchors.set('', (dynamicAnchors.get('') ?? 0) + 1);
      }
    }
    if (own !== BASE) baseOf.set(value, own);
    if (Array.isArray(value)) {
      for (const inner of value) if (typeof inner === 'object') visit(inner, own, depth + 1, false);
      return;
    }
    for (const name of Object.keys(value)) {
      const inner = (value as Readonly<Record<string, unknown>>)[name];
      if (typeof inner !== 'object' || (!isMap && DATA.has(name))) continue;
      visit(inner, own, depth + 1, !isMap && MAPS.has(name));
    }
  };
  visit(root, BASE, 0, false);
  return {
    dynamicAnchors,
    find(reference, from) {
      const address = resolved(reference, baseOf.get(from) ?? BASE);
      if (address === undefined) return undefined;
      const hash = address.indexOf('#');
      const fragment = hash < 0 ? '' : decoded(address.slice(hash + 1));
      const document = named.get(hash < 0 ? address : address.slice(0, hash));
      if (document === undefined || fragment === undefined) return undefined;
      if (fragment !== '' && !fragment.startsWith('/')) {
        const schema = named.get(`${address.slice(0, hash)}#${fragment}`);
        return schema === undefined ? undefined : { schema, pointer: `#${fragment}` };
      }
      const schema = atPointer(document, fragment);
      return schema === undefined ? undefined : { schema, pointer: `#${fragment}` };
    },
  };
}

/** Keywords whose value maps names to schemas: in the map itself, no name is a keyword. */
const MAPS: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
]);

function resolved(reference: string, base: string): string | undefined {
  // Most references; a pointer may hold characters that an address would escape.
  if (reference.startsWith('#')) return (base.split('#', 1)[0] ?? '') + (reference === '#' ? '' : reference);
  return URL.canParse(reference, base) ? new URL(reference, base).href.replace(/#$/, '') : undefined;
}

function tooLong(): Error {
  return coreError(
    'invalid_schema',
    `The JSON Schema cannot be used: the address that an $id gives is longer than ${MAX_ADDRESS} characters.`,
  );
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

function atPointer(document: unknown, pointer: string): unknown {
  let found = document;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}
