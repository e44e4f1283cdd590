import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';

/**
 * The values of a record that hold no others, gathered by field. Names of nested fields are joined by `/`; the items of a
 * list belong to one field, so that lists of different length compare. Null counts as absent; an empty list or record is
 * a field without values.
 */
export function leavesByField(record: JsonObject): Map<string, Json[]> {
  const fields = new Map<string, Json[]>();
  const pending: { readonly field: string; readonly value: Json }[] = [{ field: '', value: record }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { field, value } = next;
    if (Array.isArray(value)) {
      const items = `${field}[]`;
      if (value.length === 0) fields.set(items, fields.get(items) ?? []);
      for (const item of value.toReversed()) pending.push({ field: items, value: item });
    } else if (isJsonObject(value)) {
      for (const [name, item] of Object.entries(value).toReversed()) {
        pending.push({ field: field === '' ? name : `${field}/${name}`, value: item });
      }
    } else if (value !== null) {
      const leaves = fields.get(field);
      if (leaves === undefined) fields.set(field, [value]);
      else leaves.push(value);
    }
  }
  return fields;
}

/** The names of the fields of both, those of the first one first. */
export function fieldsOfBoth(
  left: ReadonlyMap<string, unknown>,
  right: ReadonlyMap<string, unknown>,
): Set<string> {
  return new Set([...left.keys(), ...right.keys()]);
}
