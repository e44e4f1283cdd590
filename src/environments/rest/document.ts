import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { quoted } from '../../core/internal.js';
import { specError } from './rest-error.js';

/** References that lead to references. */
const MAX_HOPS = 100;

/** Where a value stands in the document, and the value. */
export interface Located {
  /** JSON pointer, `#/components/schemas/Order`. */
  readonly pointer: string;
  readonly value: Json;
}

/**
 * What a local reference of an OpenAPI document leads to, through references to references.
 * @throws {MettleError} `environments/invalid_openapi` for references to files and addresses, to nothing, and in circles.
 */
export function followReference(document: JsonObject, reference: string): Located {
  let pointer = reference;
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const value = valueAt(document, pointer);
    const next = isJsonObject(value) && Object.keys(value).length === 1 ? value.$ref : undefined;
    if (typeof next !== 'string') return { pointer, value };
    pointer = next;
  }
  throw specError(`The reference ${shown(reference)} leads back to itself.`);
}

/** An object of the document, with the object in its place where it is a reference. */
export function resolved(document: JsonObject, value: Json | undefined, place: string): JsonObject {
  let found = value;
  for (let hops = 0; isJsonObject(found) && typeof found.$ref === 'string'; hops++) {
    if (hops > MAX_HOPS) throw specError(`The reference ${shown(found.$ref)} leads back to itself.`);
    found = followReference(document, found.$ref).value;
  }
  if (!isJsonObject(found)) throw specError(`${place} of the OpenAPI document is not an object.`);
  return found;
}

function valueAt(document: JsonObject, pointer: string): Json {
  if (!pointer.startsWith('#/')) {
    throw specError(
      `The reference ${shown(pointer)} leaves the OpenAPI document; only references that begin with #/ are followed. Bundle the document into one file.`,
    );
  }
  let value: Json | undefined = document;
  for (const part of pointer.slice(2).split('/')) {
    const key = decodePart(part);
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(key)];
    else if (isJsonObject(value) && Object.hasOwn(value, key)) value = value[key];
    else value = undefined;
    if (value === undefined) throw specError(`The reference ${shown(pointer)} leads to nothing.`);
  }
  return value;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}

function shown(reference: string): string {
  return quoted(reference, 200);
}
