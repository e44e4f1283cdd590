import type { Json, JsonObject } from '../../core/index.js';
import type { MockEffect, MockRoute } from './mock/mock-resource.js';
import { MockServer } from './mock/mock-server.js';
import { readOperations } from './read-operations.js';
import { readSpec } from './read-spec.js';

/** A tool on one resource, and how its arguments are named. */
export interface RestResourceTool {
  readonly tool: string;
  /** The argument with the object's key; null where it takes none. */
  readonly key: string | null;
  /** The members of an object that it takes, each with its argument; empty where it takes none. */
  readonly members: ReadonlyMap<string, string>;
}

/** A kind of object that an OpenAPI document keeps, and the tools that need nothing but its key and its members. */
export interface RestResource {
  /** What its facts are called: `orders` in `orders/7`. */
  readonly name: string;
  /** The member with the key. */
  readonly idMember: string;
  /** Members that hold the key of another resource, by its name. */
  readonly references: ReadonlyMap<string, string>;
  readonly tools: Readonly<
    Partial<Record<'list' | 'create' | 'read' | 'update' | 'remove', RestResourceTool>>
  >;
}

const TOOL_OF: Readonly<Partial<Record<MockEffect, keyof RestResource['tools']>>> = {
  list: 'list',
  create: 'create',
  read: 'read',
  update: 'update',
  replace: 'update',
  remove: 'remove',
};

/**
 * The resources of an OpenAPI document, as the mock server understands it. Those below others, and those whose objects have no
 * key of their own, are left out.
 *
 * @throws {MettleError} `environments/invalid_openapi`.
 */
export async function readRestResources(spec: JsonObject | string | URL): Promise<readonly RestResource[]> {
  const operations = readOperations((await readSpec(spec)).document);
  const { plan } = new MockServer(operations);
  return [...plan.resources.values()].flatMap(({ name, idMember, references, scope }): RestResource[] => {
    if (idMember === null || scope.length > 0) return [];
    const tools: Partial<Record<keyof RestResource['tools'], RestResourceTool>> = {};
    for (const route of plan.routes) {
      const kind = TOOL_OF[route.effect];
      const tool = route.resource === name && route.ancestors.length === 0 ? toolOf(route, kind) : null;
      // A change of some members comes before a replacement of all.
      if (kind !== undefined && tool !== null && (tools[kind] === undefined || route.effect === 'update')) {
        tools[kind] = tool;
      }
    }
    return [{ name, idMember, references, tools }];
  });
}

/** A route as a tool; null where it needs more than a key and members, or does more than its kind says. */
function toolOf(
  { operation, parameter }: MockRoute,
  kind: keyof RestResource['tools'] | undefined,
): RestResourceTool | null {
  const { parameters, body, tool, sets, when } = operation;
  const isPlain = [sets, when].every((rules) => Object.keys(rules as Record<string, Json>).length === 0);
  const others = parameters.filter(
    (each) => each.required && !(each.in === 'path' && each.name === parameter),
  );
  const takesBody = kind === 'create' || kind === 'update';
  if (!isPlain || others.length > 0 || takesBody !== (body !== null)) return null;
  if (body !== null && body.members === null) return null;
  const key = parameters.find((each) => each.in === 'path' && each.name === parameter)?.argument ?? null;
  const members = [...(body?.members ?? [])].map(([argument, member]): [string, string] => [
    member,
    argument,
  ]);
  return { tool: tool.name, key, members: new Map(members) };
}
