import { isJsonObject } from '../json.js';
import type { SchemaNode } from './run.js';

/** Members of the first shape that are tried. */
const MAX_NAMES = 5;

/**
 * Chooses the shapes that a value may fit. Where a required member with constants of its own tells shapes apart, such as
 * `type` of a step, only those with the value's constant are left to be tried.
 *
 * @param schemas - the list under `oneOf` or `anyOf`.
 * @param branches - what its schemas compiled to.
 */
export function branchChooser(
  schemas: unknown,
  branches: readonly SchemaNode[],
): (value: unknown) => readonly SchemaNode[] {
  const told = Array.isArray(schemas) ? toldApart(schemas, branches) : null;
  if (told === null) return () => branches;
  const { name, byConstant } = told;
  return (value) => {
    if (!isJsonObject(value)) return branches;
    return (Object.hasOwn(value, name) ? byConstant.get(value[name]) : undefined) ?? [];
  };
}

interface ToldApart {
  readonly name: string;
  readonly byConstant: ReadonlyMap<unknown, readonly SchemaNode[]>;
}

function toldApart(schemas: readonly unknown[], branches: readonly SchemaNode[]): ToldApart | null {
  const [first] = schemas;
  if (schemas.length < 3 || !isJsonObject(first) || !isJsonObject(first.properties)) return null;
  for (const name of Object.keys(first.properties).slice(0, MAX_NAMES)) {
    const constants = schemas.map((schema) => constantsOf(schema, name));
    if (constants.some((found) => found === null)) continue;
    const byConstant = new Map<unknown, SchemaNode[]>();
    for (const [index, branch] of branches.entries()) {
      for (const constant of new Set(constants[index])) {
        const others = byConstant.get(constant);
        if (others === undefined) byConstant.set(constant, [branch]);
        else others.push(branch);
      }
    }
    return { name, byConstant };
  }
  return null;
}

/** The texts, numbers and the like that a required member may be; null where it may be anything else, or left out. */
function constantsOf(schema: unknown, name: string): readonly unknown[] | null {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties) || !Array.isArray(schema.required))
    return null;
  const member = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  if (!isJsonObject(member) || !schema.required.includes(name)) return null;
  const constants = Object.hasOwn(member, 'const') ? [member.const] : member.enum;
  if (!Array.isArray(constants)) return null;
  return constants.every((constant) => typeof constant !== 'object' || constant === null) ? constants : null;
}
