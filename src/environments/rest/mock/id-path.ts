import type { JsonObject } from '../../../core/index.js';
import { definitionsOf, type ObjectShape, objectShape, typesOf } from '../schema-shape.js';
import { lastWord, memberNamed, namesResource, referencedWord } from './resource-names.js';

/** What the values of a key can be. */
const KEY_TYPES: ReadonlySet<string> = new Set(['string', 'integer', 'number']);

/**
 * Where objects hold their key: in a member named as the path's parameter or its last word (`number` for
 * `{issue_number}`), in `id`, in one named by the resource (`order_id` of `orders`), or one level down
 * (`metadata.name`). One whose type is the parameter's comes first.
 */
export function idPathOf(
  schema: JsonObject,
  {
    name,
    parameter,
  }: { readonly name: string; readonly parameter: { name: string; schema: JsonObject } | null },
): readonly string[] {
  const definitions = definitionsOf(schema);
  const shape = objectShape(schema, definitions);
  if (shape === null) return [];
  const types = (member: string | null, of: ObjectShape): ReadonlySet<string> => {
    const found = member === null ? undefined : of.properties.get(member);
    return found === undefined ? new Set() : typesOf(found, definitions);
  };
  const isKey = (member: string | null, of: ObjectShape): member is string => {
    // Many documents let every member be null.
    const found = [...types(member, of)].filter((type) => type !== 'null');
    return found.length > 0 && found.every((type) => KEY_TYPES.has(type));
  };
  const names = [...shape.properties.keys()];
  const candidates = [
    ...(parameter === null
      ? []
      : [memberNamed(parameter.name, names), memberNamed(lastWord(parameter.name), names)]),
    names.find((member) => /^_?id$/i.test(member)) ?? null,
    names.find((member) => namesResource(referencedWord(member) ?? '', name)) ?? null,
    names.find((member) => /^(?:uuid|guid|key|slug|code)$/i.test(member)) ?? null,
    parameter === null || /id$|key$/i.test(parameter.name) ? null : memberNamed('name', names),
  ].filter((member) => isKey(member, shape));
  const wanted =
    parameter === null ? new Set<string>() : typesOf(parameter.schema, definitionsOf(parameter.schema));
  const isWanted = (member: string): boolean => [...types(member, shape)].some((type) => wanted.has(type));
  const found = candidates.find(isWanted) ?? candidates[0];
  if (found !== undefined) return [found];
  if (parameter === null) return [];
  for (const [member, inner] of shape.properties) {
    const below = objectShape(inner, definitions);
    const key = below === null ? null : memberNamed(parameter.name, below.properties.keys());
    if (below !== null && isKey(key, below)) return [member, key];
  }
  return [];
}
