import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../../core/index.js';
import type { Environment, RestResource, RestResourceTool, World } from '../../../environments/index.js';
import { type Noun, nounOf } from '../words.js';

/** An object that a world begins with. */
export interface ResourceObject {
  readonly fact: string;
  readonly key: Json;
  readonly object: JsonObject;
}

/** A resource in one world, and what was seen to work on it there. */
export interface ResourceInWorld {
  readonly resource: RestResource;
  readonly noun: Noun;
  readonly objects: readonly ResourceObject[];
  /** Members that hold texts or numbers, the key left out. */
  readonly members: readonly string[];
  /** Whether the tool that lists gives every object at once. */
  readonly listed: boolean;
  /** Members that can be changed alone, with how much a call has to give: that member or all. */
  readonly changeable: ReadonlyMap<string, 'one' | 'all'>;
  /** Facts of objects whose removal removes nothing else. */
  readonly removable: ReadonlySet<string>;
  /** The fact of the next object that is made; null where none can be. */
  readonly nextFact: string | null;
}

/** The resources of the world that a seed gives. */
export interface ResourceWorld {
  readonly seed: number;
  readonly resources: readonly ResourceInWorld[];
}

/** Looks at the world of a seed, and tries in branches of it what its tools do. */
export async function readResourceWorld(
  environment: Environment,
  resources: readonly RestResource[],
  seed: number,
): Promise<ResourceWorld> {
  const world = await environment.open({ seed });
  try {
    const found: ResourceInWorld[] = [];
    for (const resource of resources) {
      const objects = objectsOf(world, resource);
      if (objects.length > 0) found.push(await tryResource(world, resource, objects));
    }
    return { seed, resources: found };
  } finally {
    await world.close();
  }
}

function objectsOf(world: World, { name, idMember }: RestResource): readonly ResourceObject[] {
  return [...world.state()].flatMap(([fact, object]) =>
    fact.startsWith(`${name}/`) && isJsonObject(object) && object[idMember] !== undefined
      ? [{ fact, key: object[idMember], object }]
      : [],
  );
}

async function tryResource(
  world: World,
  resource: RestResource,
  objects: readonly ResourceObject[],
): Promise<ResourceInWorld> {
  const { tools, idMember, name } = resource;
  const members = [...new Set(objects.flatMap(({ object }) => Object.keys(object)))].filter(
    (member) => member !== idMember && objects.every(({ object }) => isPlain(object[member])),
  );
  const changeable = new Map<string, 'one' | 'all'>();
  const { update, remove } = tools;
  for (const member of members) {
    const how = update === undefined ? null : await tryChange(world, update, objects, member);
    if (how !== null) changeable.set(member, how);
  }
  const removable = new Set<string>();
  for (const each of objects) {
    if (remove === undefined) break;
    const changes = await tryCall(world, remove.tool, keyArgument(remove, each.key));
    if (changes.length === 1 && changes[0]?.name === each.fact && changes[0].after === null) {
      removable.add(each.fact);
    }
  }
  const listed = tools.list === undefined ? [] : await listObjects(world, tools.list.tool, idMember);
  const keys = new Set(listed.map((object) => canonicalJson(object[idMember] ?? null)));
  return {
    resource,
    noun: nounOf(name),
    objects,
    members,
    listed: objects.every(({ key }) => keys.has(canonicalJson(key))),
    changeable,
    removable,
    nextFact: tools.create === undefined ? null : await tryCreate(world, tools.create, objects, idMember),
  };
}

function isPlain(value: Json | undefined): boolean {
  return (
    typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && value.length <= 80)
  );
}

/** How a member is changed so that nothing else is; null where it can't be. */
async function tryChange(
  world: World,
  tool: RestResourceTool,
  objects: readonly ResourceObject[],
  member: string,
): Promise<'one' | 'all' | null> {
  const [first] = objects;
  const other = objects.find(({ object }) => object[member] !== first?.object[member]);
  const value = other?.object[member];
  if (first === undefined || value === undefined || !tool.members.has(member)) return null;
  const wanted = canonicalJson({ ...first.object, [member]: value });
  for (const how of ['one', 'all'] as const) {
    const changes = await tryCall(world, tool.tool, changeArguments(tool, first, { [member]: value }, how));
    const [change] = changes;
    if (changes.length === 1 && change?.name === first.fact && canonicalJson(change.after) === wanted) {
      return how;
    }
  }
  return null;
}

/** The fact of a copy of the first object; null where none can be made that holds what was given. */
async function tryCreate(
  world: World,
  tool: RestResourceTool,
  [first]: readonly ResourceObject[],
  idMember: string,
): Promise<string | null> {
  if (first === undefined) return null;
  const given = givenMembers(tool, first.object, idMember);
  const changes = await tryCall(world, tool.tool, argumentsFor(tool, given));
  const [made] = changes;
  if (made === undefined || changes.length > 1 || made.before !== null || !isJsonObject(made.after))
    return null;
  const { after } = made;
  const isKept = Object.entries(given).every(
    ([member, value]) => canonicalJson(after[member] ?? null) === canonicalJson(value),
  );
  return isKept ? made.name : null;
}

async function tryCall(world: World, tool: string, given: JsonObject) {
  const branch = await world.fork();
  try {
    return (await branch.call(tool, given)).changes;
  } finally {
    await branch.close();
  }
}

/** The argument that says which object is meant. */
export function keyArgument({ key }: RestResourceTool, value: Json): JsonObject {
  return key === null ? {} : { [key]: value };
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

/** The arguments that change members of an object. */
export function changeArguments(
  tool: RestResourceTool,
  { key, object }: Pick<ResourceObject, 'key' | 'object'>,
  values: JsonObject,
  how: 'one' | 'all',
): JsonObject {
  const given = how === 'one' ? values : { ...object, ...values };
  return { ...argumentsFor(tool, given), ...keyArgument(tool, key) };
}

/** The members of an object that a tool takes, its key left out. */
export function givenMembers(tool: RestResourceTool, object: JsonObject, idMember: string): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter(([member]) => member !== idMember && tool.members.has(member)),
  );
}

/** The objects that a listing tool answers with, alone or as the list of a page. */
async function listObjects(world: World, tool: string, idMember: string): Promise<readonly JsonObject[]> {
  return listedObjects((await world.call(tool, {})).observation.data, idMember);
}

/** The objects in what a listing tool answered. */
export function listedObjects(data: Json, idMember: string): readonly JsonObject[] {
  const body = isJsonObject(data) ? (data.body ?? null) : null;
  const lists: readonly Json[] = Array.isArray(body)
    ? [body as readonly Json[]]
    : isJsonObject(body)
      ? Object.values(body).filter((value) => Array.isArray(value))
      : [];
  const all = lists.map((list) => (list as readonly Json[]).filter(isJsonObject));
  return all.find((list) => list.some((object) => object[idMember] !== undefined)) ?? [];
}
