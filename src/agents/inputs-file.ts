import { isJsonObject, type Json, type JsonObject } from '../core/index.js';
import { startOf } from '../core/internal.js';
import type { FileTree } from '../filesystem/index.js';

/** Characters of a value that a summary shows. */
const PREVIEW_CHARACTERS = 200;

/** Items of a list, or members of an object, that a summary shows. */
const PREVIEW_ITEMS = 5;

/** One field of the inputs, as a model is told of it. snake_case JSON. */
export interface InputField extends JsonObject {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';
  /** Characters of a text, items of a list, members of an object, else 1. */
  readonly size: number;
  /** The value, or how it begins. */
  readonly preview: Json;
  readonly truncated: boolean;
}

/** What a model is told of its inputs: what there is, and the file that holds all of it. snake_case JSON. */
export interface InputsSummary extends JsonObject {
  readonly fields: readonly InputField[];
  readonly inputs_file: string;
}

/**
 * Writes inputs as JSON to a file of their own and sums them up, so that large inputs cost no tokens. The file is
 * `inputs.json`, or `inputs_1.json` and so on where that name is taken. It stays, so that the conversation which names it
 * can go on, but is no change: unless someone changes it, it is never committed.
 */
export function saveInputs(files: FileTree, inputs: JsonObject): InputsSummary {
  const path = freeName(files);
  files.setAside(path, `${JSON.stringify(inputs, null, 2)}\n`);
  return { fields: Object.entries(inputs).map(([name, value]) => fieldOf(name, value)), inputs_file: path };
}

/** A name in the root that no file has, in whatever case: hosts may not tell cases apart. */
function freeName(files: FileTree): string {
  const taken = new Set(files.list('/').map((name) => name.toLowerCase()));
  for (let count = 0; ; count++) {
    const name = count === 0 ? 'inputs.json' : `inputs_${count}.json`;
    if (!taken.has(name)) return name;
  }
}

function fieldOf(name: string, value: Json): InputField {
  const { preview, truncated } = previewOf(value);
  return { name, type: typeOf(value), size: sizeOf(value), preview, truncated };
}

function typeOf(value: Json): InputField['type'] {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as 'string' | 'number' | 'boolean' | 'object';
}

function sizeOf(value: Json): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : 1;
}

/** The first items or characters of a value; an item that is long itself is shown as the beginning of its JSON. */
function previewOf(value: Json): { readonly preview: Json; readonly truncated: boolean } {
  if (typeof value === 'string') {
    return { preview: startOf(value, PREVIEW_CHARACTERS), truncated: value.length > PREVIEW_CHARACTERS };
  }
  if (!Array.isArray(value) && !isJsonObject(value)) return { preview: value, truncated: false };
  const shown: Json = Array.isArray(value)
    ? value.slice(0, PREVIEW_ITEMS)
    : Object.fromEntries(Object.entries(value).slice(0, PREVIEW_ITEMS));
  const text = JSON.stringify(shown);
  if (text.length > PREVIEW_CHARACTERS)
    return { preview: startOf(text, PREVIEW_CHARACTERS), truncated: true };
  return { preview: shown, truncated: sizeOf(value) > PREVIEW_ITEMS };
}
