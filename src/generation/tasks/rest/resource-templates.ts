import { canonicalJson, type Json, type JsonObject, type RandomStream } from '../../../core/index.js';
import type { Actor } from '../../../environments/index.js';
import type { ExpectedAnswer } from '../../../records/index.js';
import { NUMBER_ENDINGS, say, shown, spaced, TEXT_ENDINGS } from '../words.js';
import {
  answeredObject,
  argumentsFor,
  type Collection,
  changeArguments,
  givenMembers,
  listedObjects,
  type MemberPath,
  placeInWords,
  type ResourceObject,
  type ResourceWorld,
  valueAt,
  withValue,
  wordsOf,
} from './resource-world.js';
import type { RestDraft } from './rest-draft.js';

/** Makes a task by chance, or null when the draw gave none that makes sense. Whether its oracle does it is tried afterwards. */
export type ResourceTemplate = (
  world: ResourceWorld,
  stream: RandomStream,
) => RestDraft | null | Promise<RestDraft | null>;

const ENDINGS: readonly string[] = ['Change nothing else.', 'Leave everything else as it is.'];

/** Objects of a collection with one value of a member. */
interface Group {
  readonly member: MemberPath;
  readonly value: Json;
  readonly objects: readonly ResourceObject[];
}

/** Objects by a member's value, where they can be listed. */
function drawGroup(
  { members, objects, resource }: Collection,
  stream: RandomStream,
  fits: (group: readonly ResourceObject[]) => boolean,
): Group | null {
  if (resource.tools.list === undefined || members.length === 0) return null;
  const member = stream.pick(members);
  const value = valueAt(stream.pick(objects).object, member);
  const group = objects.filter(({ object }) => isEqual(valueAt(object, member), value));
  return fits(group) ? { member, value, objects: group } : null;
}

function isOne({ length }: readonly unknown[]): boolean {
  return length === 1;
}

function isEqual(first: Json, second: Json): boolean {
  return canonicalJson(first) === canonicalJson(second);
}

/** The objects that the list shows, below what is given. */
async function list(
  actor: Actor,
  { resource }: Collection,
  above: readonly Json[],
): Promise<readonly JsonObject[]> {
  const { list: tool } = resource.tools;
  if (tool === undefined) return [];
  const { data } = await actor.call(tool.tool, tool.place(above));
  return listedObjects(data, resource.idPath);
}

/** The objects of a group, found through the list. */
async function find(
  actor: Actor,
  collection: Collection,
  { member, value }: Group,
  above: readonly Json[] = collection.above,
): Promise<readonly JsonObject[]> {
  return (await list(actor, collection, above)).filter((object) => isEqual(valueAt(object, member), value));
}

function whose({ member, value }: Group): string {
  return `whose ${wordsOf(member)} is ${shown(value)}`;
}

/** `issue whose title is "a" in the repo "b"`. */
function oneWhose(collection: Collection, group: Group): string {
  return `${collection.noun.one} ${whose(group)}${placeInWords(collection)}`;
}

function answerOf(value: Json): ExpectedAnswer {
  return typeof value === 'number'
    ? { value, comparison: 'number', schema: { type: 'number' } }
    : { value, comparison: 'exact', schema: { type: 'string' } };
}

function endingsFor(value: Json): readonly string[] {
  return typeof value === 'number' ? NUMBER_ENDINGS : TEXT_ENDINGS;
}

function toolsOf(...collections: readonly Collection[]): readonly string[] {
  return collections.flatMap(({ resource }) => Object.values(resource.tools).map(({ tool }) => tool));
}

/** What tells a collection from others, for the keys of tasks. */
function placeKey({ resource, above }: Collection): Json {
  return [resource.name, ...above];
}

const readOne: ResourceTemplate = ({ collections }, stream) => {
  const found = stream.pick(collections);
  const { resource, noun, above } = found;
  const { read } = resource.tools;
  if (read === undefined || found.members.length === 0) return null;
  const { key, object } = stream.pick(found.objects);
  const member = stream.pick(found.members);
  const value = valueAt(object, member);
  const what = `${wordsOf(member)} of the ${noun.one} with the ${spaced(resource.idPath.at(-1) ?? '')} ${shown(key)}${placeInWords(found)}`;
  return {
    category: 'lookup',
    prompt: say(
      stream,
      [`What is the ${what}?`, `Look up the ${what}.`, `I need the ${what}.`],
      endingsFor(value),
    ),
    key: ['read', placeKey(found), key, [...member]],
    answer: answerOf(value),
    tools: toolsOf(found),
    oracle: async (actor) => {
      const { data } = await actor.call(read.tool, read.place(above, key));
      actor.answer(valueAt(answeredObject(data, resource.idPath), member));
    },
  };
};

const findOne: ResourceTemplate = ({ collections }, stream) => {
  const found = stream.pick(collections);
  const group = drawGroup(found, stream, isOne);
  const member = stream.pick(found.members.length === 0 ? [[]] : found.members);
  if (group === null || member === group.member) return null;
  const value = valueAt(group.objects[0]?.object, member);
  const what = `${wordsOf(member)} of the ${oneWhose(found, group)}`;
  return {
    category: 'lookup',
    prompt: say(stream, [`What is the ${what}?`, `Find the ${what}.`], endingsFor(value)),
    key: ['find', placeKey(found), [...group.member], group.value, [...member]],
    answer: answerOf(value),
    tools: toolsOf(found),
    oracle: async (actor) => actor.answer(valueAt((await find(actor, found, group))[0], member)),
  };
};

const changeFound: ResourceTemplate = ({ collections }, stream) => {
  const found = stream.pick(collections);
  const { resource, members } = found;
  const { update } = resource.tools;
  const group = drawGroup(found, stream, ({ length }) => length <= 4);
  const settable = members.filter(([name = '']) => update?.members.has(name) === true);
  if (update === undefined || group === null || settable.length === 0) return null;
  const member = stream.pick(settable);
  const value = valueAt(stream.pick(found.objects).object, member);
  const changed = group.objects.filter(({ object }) => !isEqual(valueAt(object, member), value));
  if (member === group.member || changed.length < group.objects.length) return null;
  const checks = stream.chance(0.6);
  const whom = `${isOne(changed) ? 'the' : 'every'} ${oneWhose(found, group)}`;
  return {
    category: isOne(changed) ? 'update' : 'workflow',
    prompt: say(
      stream,
      [
        `Set the ${wordsOf(member)} of ${whom} to ${shown(value)}.`,
        `Change the ${wordsOf(member)} of ${whom} to ${shown(value)}.`,
      ],
      ENDINGS,
    ),
    key: ['change', placeKey(found), [...group.member], group.value, [...member], value],
    goals: changed.map(({ fact, object }) => ({
      kind: 'fact',
      name: fact,
      value: withValue(object, member, value),
    })),
    touched: changed.map(({ fact }) => fact),
    tools: toolsOf(found),
    oracle: async (actor) => {
      for (const object of await find(actor, found, group)) {
        const key = valueAt(object, resource.idPath);
        const target = { key, above: found.above, object };
        await actor.call(update.tool, changeArguments(update, target, member, value));
      }
      if (checks) await find(actor, found, group);
      actor.answer('done');
    },
  };
};

const removeFound: ResourceTemplate = ({ collections }, stream) => {
  const found = stream.pick(collections);
  const { resource, above } = found;
  const { remove } = resource.tools;
  const group = drawGroup(found, stream, ({ length }) => length <= 4);
  if (remove === undefined || group === null) return null;
  const checks = stream.chance(0.6);
  const whom = `${isOne(group.objects) ? 'the' : 'every'} ${oneWhose(found, group)}`;
  return {
    category: isOne(group.objects) ? 'removal' : 'workflow',
    prompt: say(stream, [`Delete ${whom}.`, `Remove ${whom}.`], ENDINGS),
    key: ['remove', placeKey(found), [...group.member], group.value],
    goals: group.objects.map(({ fact }) => ({ kind: 'absent', name: fact })),
    touched: group.objects.map(({ fact }) => fact),
    tools: toolsOf(found),
    oracle: async (actor) => {
      for (const object of await find(actor, found, group)) {
        await actor.call(remove.tool, remove.place(above, valueAt(object, resource.idPath)));
      }
      if (checks) await find(actor, found, group);
      actor.answer('done');
    },
  };
};

const copyFound: ResourceTemplate = async ({ collections, tryCall }, stream) => {
  const found = stream.pick(collections);
  const { resource, noun, above } = found;
  const { create } = resource.tools;
  const group = drawGroup(found, stream, isOne);
  const [source] = group?.objects ?? [];
  const settable = found.members.filter(([name = '']) => create?.members.has(name) === true);
  if (create === undefined || group === null || source === undefined || settable.length < 2) return null;
  const member = stream.pick(settable);
  const value = valueAt(stream.pick(found.objects).object, member);
  if (isEqual(value, valueAt(source.object, member))) return null;
  const given = (object: JsonObject): JsonObject =>
    withValue(givenMembers(create, object, resource.idPath), member, value);
  const call = (object: JsonObject): JsonObject => ({
    ...argumentsFor(create, given(object)),
    ...create.place(above),
  });
  const [made, ...more] = await tryCall(create.tool, call(source.object));
  if (made === undefined || more.length > 0 || made.before !== null) return null;
  const what = `the same values as the ${oneWhose(found, group)}, but ${shown(value)} as its ${wordsOf(member)}`;
  return {
    category: 'creation',
    prompt: say(
      stream,
      [`Create a new ${noun.one} with ${what}.`, `Add one more ${noun.one}: ${what}.`],
      ENDINGS,
    ),
    key: ['copy', placeKey(found), [...group.member], group.value, [...member], value],
    goals: [{ kind: 'has', name: made.name, members: given(source.object) }],
    touched: [made.name],
    tools: toolsOf(found),
    oracle: async (actor) => {
      const [object] = await find(actor, found, group);
      if (object !== undefined) await actor.call(create.tool, call(object));
      actor.answer('done');
    },
  };
};

/** Objects that refer to one that has to be found first. */
const countReferring: ResourceTemplate = ({ collections }, stream) => {
  const found = stream.pick(collections);
  const references = [...found.resource.references];
  if (found.resource.tools.list === undefined || found.above.length > 0 || references.length === 0)
    return null;
  const [member, target] = stream.pick(references);
  const parent = collections.find(({ resource, above }) => resource.name === target && above.length === 0);
  const group = parent === undefined ? null : drawGroup(parent, stream, isOne);
  const [single] = group?.objects ?? [];
  if (parent === undefined || group === null || single === undefined) return null;
  const value = found.objects.filter(({ object }) => String(object[member]) === String(single.key)).length;
  return {
    category: 'count',
    prompt: say(
      stream,
      [
        `How many ${found.noun.many} have the ${oneWhose(parent, group)} as their ${spaced(member)}?`,
        `Count the ${found.noun.many} whose ${spaced(member)} is that of the ${oneWhose(parent, group)}.`,
      ],
      NUMBER_ENDINGS,
    ),
    key: ['referring', found.resource.name, member, [...group.member], group.value],
    answer: { value, comparison: 'number', schema: { type: 'integer' } },
    tools: toolsOf(found, parent),
    oracle: async (actor) => {
      const [object] = await find(actor, parent, group);
      const key = valueAt(object, parent.resource.idPath);
      const all = await list(actor, found, []);
      actor.answer(all.filter((each) => String(each[member]) === String(key)).length);
    },
  };
};

/** An object below one that has to be found first. */
const findBelow: ResourceTemplate = ({ collections }, stream) => {
  const found = stream.pick(collections);
  const above = found.above.slice(0, -1);
  const parent = collections.find(
    ({ resource, above: own }) => resource.name === found.resource.above.at(-1) && isEqual([...own], above),
  );
  const outer = parent === undefined ? null : drawGroup(parent, stream, isOne);
  const group = drawGroup(found, stream, isOne);
  if (parent === undefined || outer === null || group === null) return null;
  if (!isEqual(outer.objects[0]?.key ?? null, found.above.at(-1) ?? null)) return null;
  const member = stream.pick(found.members);
  if (member === group.member) return null;
  const value = valueAt(group.objects[0]?.object, member);
  const what = `${wordsOf(member)} of the ${found.noun.one} ${whose(group)}, of the ${oneWhose(parent, outer)}`;
  return {
    category: 'lookup_below',
    prompt: say(stream, [`What is the ${what}?`, `Find the ${what}.`], endingsFor(value)),
    key: [
      'below',
      placeKey(found),
      [...group.member],
      group.value,
      [...outer.member],
      outer.value,
      [...member],
    ],
    answer: answerOf(value),
    tools: toolsOf(found, parent),
    oracle: async (actor) => {
      const [object] = await find(actor, parent, outer);
      const key = valueAt(object, parent.resource.idPath);
      actor.answer(valueAt((await find(actor, found, group, [...above, key]))[0], member));
    },
  };
};

/** Templates by level. */
export const RESOURCE_LEVELS: ReadonlyMap<number, readonly ResourceTemplate[]> = new Map([
  [1, [readOne, findOne]],
  [2, [changeFound, removeFound]],
  [3, [changeFound, copyFound, countReferring, findBelow, removeFound]],
]);
