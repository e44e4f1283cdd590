import { isJsonObject, type Json, type JsonObject } from '../../../core/index.js';
import type { Environment, RestResource, RestResourceTool } from '../../../environments/index.js';
import type { StateChange } from '../../../records/index.js';
import { type Noun, nounOf, shown, spaced } from '../words.js';

/** A member that holds a text or a number in every object: `['title']`, or one level down `['spec', 'replicas']`. */
export type MemberPath = readonly string[];

/** An object that a world begins with. */
export type ResourceObject = ReturnType<RestResource['objects']>[number];

/** Objects of a resource that stand below the same, in one world. */
export interface Collection {
  readonly resource: RestResource;
  readonly noun: Noun;
  /** The values of what they stand below. */
  readonly above: readonly Json[];
  readonly objects: readonly ResourceObject[];
  readonly members: readonly MemberPath[];
}

/** The collections of the world that a seed gives. */
export interface ResourceWorld {
  readonly seed: number;
  readonly collections: readonly Collection[];
  /** What a call changes in a world of its own. */
  tryCall(tool: string, given: JsonObject): Promise<readonly StateChange[]>;
}

/** Looks at the world of a seed. */
export async function readResourceWorld(
  environment: Environment,
  resources: readonly RestResource[],
  seed: number,
): Promise<ResourceWorld> {
  await using world = await environment.open({ seed });
  const state = world.state();
  return {
    seed,
    collections: resources.flatMap((resource) => {
      const places = new Map<string, ResourceObject[]>();
      for (const object of resource.objects(state)) {
        const place = JSON.stringify(object.above);
        places.set(place, [...(places.get(place) ?? []), object]);
      }
      return [...places.values()].map((objects) => collectionOf(resource, objects));
    }),
    tryCall: async (tool, given) => {
      await using branch = await environment.open({ seed });
      return (await branch.call(tool, given)).changes;
    },
  };
}

function collectionOf(resource: RestResource, objects: readonly ResourceObject[]): Collection {
  const paths = new Map(
    objects.flatMap(({ object }) => pathsIn(object)).map((path) => [JSON.stringify(path), path]),
  );
  const own = JSON.stringify(resource.idPath);
  const { above = [], object: first } = objects[0] ?? {};
  // What holds the key of the object or of what it stands below says nothing of its own.
  const members = [...paths].flatMap(([text, path]) => {
    const isOfPlace = text === own || above.includes(valueAt(first, path));
    return !isOfPlace && objects.every(({ object }) => isPlain(valueAt(object, path))) ? [path] : [];
  });
  return { resource, noun: nounOf(resource.name), above, objects, members };
}

function pathsIn(object: JsonObject): readonly MemberPath[] {
  return Object.entries(object).flatMap(([name, value]) =>
    isJsonObject(value) ? Object.keys(value).map((inner) => [name, inner]) : [[name]],
  );
}

function isPlain(value: Json): boolean {
  return (
    typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && value.length <= 80)
  );
}

/** The value of a member; null where there is none. */
export function valueAt(object: JsonObject | undefined, path: MemberPath): Json {
  let value: Json | undefined = object;
  for (const name of path) value = isJsonObject(value) ? value[name] : undefined;
  return value ?? null;
}

/** The object with another value of a member. */
export function withValue(object: JsonObject, [name = '', inner]: MemberPath, value: Json): JsonObject {
  const below = object[name];
  if (inner === undefined || !isJsonObject(below)) return { ...object, [name]: value };
  return { ...object, [name]: { ...below, [inner]: value } };
}

/** A member in words: `spec replicas`. */
export function wordsOf(path: MemberPath): string {
  return path.map(spaced).join(' ');
}

/** What the objects of a collection stand below, in words: ` in the repo "a" of the owner "b"`. */
export function placeInWords({ resource, above }: Pick<Collection, 'resource' | 'above'>): string {
  const parts = resource.above.map((name, index) => `the ${nounOf(name).one} ${shown(above[index] ?? null)}`);
  return parts.length === 0 ? '' : ` in ${parts.reverse().join(' of ')}`;
}

/** The arguments that give an object these members. */
export function argumentsFor({ members }: RestResourceTool, values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).flatMap(([member, value]) => {
      const argument = members.get(member);
      return argument === undefined ? [] : [[argument, value]];
    }),
  );
}

/** The arguments that change a member of an object: with a tool that replaces, all members have to be given. */
export function changeArguments(
  tool: RestResourceTool,
  { key, above, object }: Pick<ResourceObject, 'key' | 'above' | 'object'>,
  path: MemberPath,
  value: Json,
): JsonObject {
  const changed = withValue(object, path, value);
  const [name = ''] = path;
  const given = tool.replaces ? changed : { [name]: changed[name] ?? null };
  return { ...argumentsFor(tool, given), ...tool.place(above, key) };
}

/** The members of an object that a tool takes, its key left out. */
export function givenMembers(
  { members }: RestResourceTool,
  object: JsonObject,
  [id, inner]: readonly string[],
): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([member, value]): [string, Json][] => {
      if (!members.has(member) || (member === id && inner === undefined)) return [];
      if (member !== id || inner === undefined || !isJsonObject(value)) return [[member, value]];
      const { [inner]: _, ...rest } = value;
      return [[member, rest]];
    }),
  );
}

/** The objects in what a listing tool answered, alone or as the list of a page. */
export function listedObjects(data: Json, idPath: readonly string[]): readonly JsonObject[] {
  const body = isJsonObject(data) ? (data.body ?? null) : null;
  const lists: readonly Json[] = Array.isArray(body)
    ? [body as readonly Json[]]
    : isJsonObject(body)
      ? Object.values(body).filter((value) => Array.isArray(value))
      : [];
  const all = lists.map((list) => (list as readonly Json[]).filter(isJsonObject));
  return all.find((list) => list.some((object) => valueAt(object, idPath) !== null)) ?? [];
}

/** The object in what a reading tool answered, alone or in the one member that holds it. */
export function answeredObject(data: Json, idPath: readonly string[]): JsonObject | undefined {
  const body = isJsonObject(data) && isJsonObject(data.body) ? data.body : undefined;
  if (body === undefined || valueAt(body, idPath) !== null) return body;
  return (
    Object.values(body)
      .filter(isJsonObject)
      .find((inner) => valueAt(inner, idPath) !== null) ?? body
  );
}
