import type { Json, JsonObject } from '../../core/index.js';
import type { WorldState } from '../world-state.js';
import type { MockEffect, MockResource, MockRoute } from './mock/mock-resource.js';
import { MockServer } from './mock/mock-server.js';
import { asParameter, keyOfObject, objectsOf, valuesAbove } from './mock/mock-state.js';
import { memberNamed } from './mock/resource-names.js';
import { readOperations } from './read-operations.js';
import { readSpec } from './read-spec.js';
import type { RestOperation, RestParameter } from './rest-operation.js';
import { definitionsOf, objectShape } from './schema-shape.js';

/** A tool on one resource, and how its arguments are named. */
export interface RestResourceTool {
  readonly tool: string;
  /** The argument with the object's key; null where it takes none. */
  readonly key: string | null;
  /** The arguments with what the object stands below, in the order of `RestResource.above`. */
  readonly above: readonly string[];
  /** The members of an object that it takes, each with its argument; empty where it takes none. */
  readonly members: ReadonlyMap<string, string>;
  /** Whether members that it isn't given are lost. */
  readonly replaces: boolean;
  /** The arguments that say which object is meant, without a key which collection. */
  place(above: readonly Json[], key?: Json): JsonObject;
}

/** An object of a resource, as a state has it. */
interface RestResourceObject {
  readonly fact: string;
  readonly key: Json;
  /** The values of what it stands below, in the order of `RestResource.above`. */
  readonly above: readonly Json[];
  readonly object: JsonObject;
}

/** A kind of object that an OpenAPI document keeps, and the tools that need nothing but its key, what it stands below and its members. */
export interface RestResource {
  /** What its facts are called: `orders` in `orders/7`. */
  readonly name: string;
  /** Where an object holds its key: `['id']`, `['metadata', 'name']`. */
  readonly idPath: readonly string[];
  /** Members that hold the key of another resource, by its name. */
  readonly references: ReadonlyMap<string, string>;
  /** What objects stand below, outermost first: a resource, or a path parameter that is the key of none. */
  readonly above: readonly string[];
  readonly tools: Readonly<
    Partial<Record<'list' | 'create' | 'read' | 'update' | 'remove', RestResourceTool>>
  >;
  /** Its objects in a state. */
  objects(state: WorldState): readonly RestResourceObject[];
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
 * The resources of an OpenAPI document, as the mock server understands it. Those whose objects don't hold their key are left out.
 *
 * @throws {MettleError} `environments/invalid_openapi`.
 */
export async function readRestResources(spec: JsonObject | string | URL): Promise<readonly RestResource[]> {
  const operations = readOperations((await readSpec(spec)).document);
  const { plan } = new MockServer(operations);
  return [...plan.resources.values()].flatMap((resource): RestResource[] => {
    const { name, idPath, references } = resource;
    if (idPath.length === 0) return [];
    const tools: Partial<Record<keyof RestResource['tools'], RestResourceTool>> = {};
    for (const route of plan.routes) {
      if (route.resource !== name || !route.isOwn) continue;
      const kind = TOOL_OF[route.effect];
      const tool = kind === undefined ? null : toolOf(route, resource, kind);
      // A change of some members comes before a replacement of all.
      if (kind !== undefined && tool !== null && (tools[kind] === undefined || route.effect === 'update')) {
        tools[kind] = tool;
      }
    }
    return [
      {
        name,
        idPath,
        references,
        above: resource.above.map(({ of }) => of),
        tools,
        objects: (facts) =>
          objectsOf({ facts }, name).map(([fact, object]) => ({
            fact,
            key: keyOfObject(resource, fact, object),
            above: valuesAbove(resource, fact, object),
            object,
          })),
      },
    ];
  });
}

/** A route as a tool; null where it needs more than a key, what is above and members, or does more than its kind says. */
function toolOf(
  { operation, parameter, ancestors, effect }: MockRoute,
  resource: MockResource,
  kind: keyof RestResource['tools'],
): RestResourceTool | null {
  const { parameters, body, tool, sets, when } = operation;
  const isPlain = [sets, when].every((rules) => Object.keys(rules as Record<string, Json>).length === 0);
  const others = parameters.filter((each) => each.required && each.in !== 'path');
  const takesBody = kind === 'create' || kind === 'update';
  if (!isPlain || others.length > 0 || (takesBody && body === null)) return null;
  if (takesBody ? body?.members === null : body?.required === true) return null;
  const { properties } = objectShape(resource.schema, definitionsOf(resource.schema)) ?? {
    properties: new Map(),
  };
  const members = [...(takesBody ? (body?.members ?? []) : [])].flatMap(
    ([argument, member]): [string, string][] => {
      const known = memberNamed(member, properties.keys());
      return known === null ? [] : [[known, argument]];
    },
  );
  const places = ancestors.map((each) => parameterOf(operation, each.parameter));
  const own = parameter === null ? null : parameterOf(operation, parameter);
  return {
    tool: tool.name,
    key: own?.argument ?? null,
    above: places.map(({ argument }) => argument),
    members: new Map(members),
    replaces: effect === 'replace',
    place: (above, key) => {
      const given = places.map((each, index): [RestParameter, Json] => [each, above[index] ?? null]);
      if (own !== null && key !== undefined) given.push([own, key]);
      return Object.fromEntries(
        given.map(([{ argument, schema }, value]) => [argument, asParameter(value, schema)]),
      );
    },
  };
}

/** Every parameter of a path is one of its operation. */
function parameterOf({ parameters }: RestOperation, name: string): RestParameter {
  return parameters.find((each) => each.in === 'path' && each.name === name) as RestParameter;
}
