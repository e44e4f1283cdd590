import { canonicalJson, type Json, type JsonObject, type RandomStream } from '../../../core/index.js';
import type { Actor, RestResourceTool } from '../../../environments/index.js';
import type { ExpectedAnswer } from '../../../records/index.js';
import { NUMBER_ENDINGS, say, shown, spaced, TEXT_ENDINGS } from '../words.js';
import {
  argumentsFor,
  changeArguments,
  givenMembers,
  keyArgument,
  listedObjects,
  type ResourceInWorld,
  type ResourceObject,
  type ResourceWorld,
} from './resource-world.js';
import type { RestDraft } from './rest-draft.js';

/** Makes a task by chance, or null when the draw gave none that makes sense. */
export type ResourceTemplate = (world: ResourceWorld, stream: RandomStream) => RestDraft | null;

const ENDINGS: readonly string[] = ['Change nothing else.', 'Leave everything else as it is.'];

/** Objects with one value of a member. */
interface Group {
  readonly member: string;
  readonly value: Json;
  readonly objects: readonly ResourceObject[];
}

/** Objects by a member's value, of those that can be looked up in the list. */
function drawGroup(
  { members, objects, listed }: ResourceInWorld,
  stream: RandomStream,
  fits: (group: readonly ResourceObject[]) => boolean,
): Group | null {
  if (!listed || members.length === 0) return null;
  const member = stream.pick(members);
  const value = stream.pick(objects).object[member] ?? null;
  const group = objects.filter(
    ({ object }) => canonicalJson(object[member] ?? null) === canonicalJson(value),
  );
  return fits(group) ? { member, value, objects: group } : null;
}

/** The objects of a group, found through the list. */
async function find(actor: Actor, { resource }: ResourceInWorld, { member, value }: Group) {
  const { list } = resource.tools;
  if (list === undefined) return [];
  const { data } = await actor.call(list.tool, {});
  return listedObjects(data, resource.idMember).filter(
    (object) => canonicalJson(object[member] ?? null) === canonicalJson(value),
  );
}

function whose({ member, value }: Group): string {
  return `whose ${spaced(member)} is ${shown(value)}`;
}

function answerOf(value: Json): ExpectedAnswer {
  return typeof value === 'number'
    ? { value, comparison: 'number', schema: { type: 'number' } }
    : { value, comparison: 'exact', schema: { type: 'string' } };
}

const readOne: ResourceTemplate = ({ resources }, stream) => {
  const found = stream.pick(resources);
  const { read } = found.resource.tools;
  if (read === undefined || found.members.length === 0) return null;
  const { key, object } = stream.pick(found.objects);
  const member = stream.pick(found.members);
  const value = object[member] ?? null;
  const what = `${spaced(member)} of the ${found.noun.one} with the ${spaced(found.resource.idMember)} ${shown(key)}`;
  return {
    category: 'lookup',
    prompt: say(
      stream,
      [`What is the ${what}?`, `Look up the ${what}.`, `I need the ${what}.`],
      typeof value === 'number' ? NUMBER_ENDINGS : TEXT_ENDINGS,
    ),
    key: ['read', found.resource.name, key, member],
    answer: answerOf(value),
    oracle: async (actor) => {
      const { data } = await actor.call(read.tool, keyArgument(read, key));
      const body = (data as JsonObject | null)?.body as JsonObject | undefined;
      actor.answer(body?.[member] ?? null);
    },
  };
};

const findOne: ResourceTemplate = ({ resources }, stream) => {
  const found = stream.pick(resources);
  const group = drawGroup(found, stream, ({ length }) => length === 1);
  const member = stream.pick(found.members.length === 0 ? [''] : found.members);
  if (group === null || member === group.member) return null;
  const value = group.objects[0]?.object[member] ?? null;
  const what = `${spaced(member)} of the ${found.noun.one} ${whose(group)}`;
  return {
    category: 'lookup',
    prompt: say(
      stream,
      [`What is the ${what}?`, `Find the ${what}.`],
      typeof value === 'number' ? NUMBER_ENDINGS : TEXT_ENDINGS,
    ),
    key: ['find', found.resource.name, group.member, group.value, member],
    answer: answerOf(value),
    oracle: async (actor) => actor.answer((await find(actor, found, group))[0]?.[member] ?? null),
  };
};

const changeFound: ResourceTemplate = ({ resources }, stream) => {
  const found = stream.pick(resources);
  const { update } = found.resource.tools;
  const group = drawGroup(found, stream, ({ length }) => length <= 4);
  if (update === undefined || group === null || found.changeable.size === 0) return null;
  const [member, how] = stream.pick([...found.changeable]);
  const value = stream.pick(found.objects).object[member] ?? null;
  const changed = group.objects.filter(({ object }) => object[member] !== value);
  if (member === group.member || changed.length < group.objects.length) return null;
  const isOne = changed.length === 1;
  const checks = stream.chance(0.6);
  const whom = isOne ? `the ${found.noun.one} ${whose(group)}` : `every ${found.noun.one} ${whose(group)}`;
  return {
    category: isOne ? 'update' : 'workflow',
    prompt: say(
      stream,
      [
        `Set the ${spaced(member)} of ${whom} to ${shown(value)}.`,
        `Change the ${spaced(member)} of ${whom} to ${shown(value)}.`,
      ],
      ENDINGS,
    ),
    key: ['change', found.resource.name, group.member, group.value, member, value],
    goals: changed.map(({ fact, object }) => ({
      kind: 'fact',
      name: fact,
      value: { ...object, [member]: value },
    })),
    touched: changed.map(({ fact }) => fact),
    oracle: async (actor) => {
      for (const object of await find(actor, found, group)) {
        const key = object[found.resource.idMember] ?? null;
        await actor.call(update.tool, changeArguments(update, { key, object }, { [member]: value }, how));
      }
      if (checks) await find(actor, found, group);
      actor.answer('done');
    },
  };
};

const removeFound: ResourceTemplate = ({ resources }, stream) => {
  const found = stream.pick(resources);
  const { remove } = found.resource.tools;
  const group = drawGroup(
    found,
    stream,
    (objects) => objects.length <= 4 && objects.every(({ fact }) => found.removable.has(fact)),
  );
  if (remove === undefined || group === null) return null;
  const { length } = group.objects;
  const checks = stream.chance(0.6);
  const whom = `${length === 1 ? 'the' : 'every'} ${found.noun.one} ${whose(group)}`;
  return {
    category: length === 1 ? 'removal' : 'workflow',
    prompt: say(stream, [`Delete ${whom}.`, `Remove ${whom}.`], ENDINGS),
    key: ['remove', found.resource.name, group.member, group.value],
    goals: group.objects.map(({ fact }) => ({ kind: 'absent', name: fact })),
    touched: group.objects.map(({ fact }) => fact),
    oracle: async (actor) => {
      for (const object of await find(actor, found, group)) {
        await actor.call(remove.tool, keyArgument(remove, object[found.resource.idMember] ?? null));
      }
      if (checks) await find(actor, found, group);
      actor.answer('done');
    },
  };
};

const copyFound: ResourceTemplate = ({ resources }, stream) => {
  const found = stream.pick(resources);
  const { create } = found.resource.tools;
  const group = drawGroup(found, stream, ({ length }) => length === 1);
  const [source] = group?.objects ?? [];
  const settable = found.members.filter((member) => create?.members.has(member) === true);
  if (create === undefined || group === null || source === undefined || found.nextFact === null) return null;
  if (settable.length < 2) return null;
  const member = stream.pick(settable);
  const value = stream.pick(found.objects).object[member] ?? null;
  if (value === source.object[member]) return null;
  const members = (object: JsonObject): JsonObject => ({
    ...givenMembers(create, object, found.resource.idMember),
    [member]: value,
  });
  const what = `the same values as the ${found.noun.one} ${whose(group)}, but ${shown(value)} as its ${spaced(member)}`;
  return {
    category: 'creation',
    prompt: say(
      stream,
      [`Create a new ${found.noun.one} with ${what}.`, `Add one more ${found.noun.one}: ${what}.`],
      ENDINGS,
    ),
    key: ['copy', found.resource.name, group.member, group.value, member, value],
    goals: [{ kind: 'has', name: found.nextFact, members: members(source.object) }],
    touched: [found.nextFact],
    oracle: async (actor) => {
      const [object] = await find(actor, found, group);
      if (object !== undefined) await actor.call(create.tool, argumentsFor(create, members(object)));
      actor.answer('done');
    },
  };
};

/** Objects that refer to one that has to be found first. */
const countReferring: ResourceTemplate = ({ resources }, stream) => {
  const found = stream.pick(resources);
  const references = [...found.resource.references];
  if (!found.listed || references.length === 0) return null;
  const [member, target] = stream.pick(references);
  const parent = resources.find(({ resource }) => resource.name === target);
  const group = parent === undefined ? null : drawGroup(parent, stream, ({ length }) => length === 1);
  const [single] = group?.objects ?? [];
  if (parent === undefined || group === null || single === undefined) return null;
  const refersTo = (key: Json | undefined): boolean => String(key) === String(single.key);
  const value = found.objects.filter(({ object }) => refersTo(object[member])).length;
  return {
    category: 'count',
    prompt: say(
      stream,
      [
        `How many ${found.noun.many} have the ${parent.noun.one} ${whose(group)} as their ${spaced(member)}?`,
        `Count the ${found.noun.many} whose ${spaced(member)} is that of the ${parent.noun.one} ${whose(group)}.`,
      ],
      NUMBER_ENDINGS,
    ),
    key: ['referring', found.resource.name, member, group.member, group.value],
    answer: { value, comparison: 'number', schema: { type: 'integer' } },
    oracle: async (actor) => {
      const [object] = await find(actor, parent, group);
      const key = object?.[parent.resource.idMember];
      const { list } = found.resource.tools as { readonly list: RestResourceTool };
      const all = listedObjects((await actor.call(list.tool, {})).data, found.resource.idMember);
      actor.answer(all.filter((each) => String(each[member]) === String(key)).length);
    },
  };
};

/** Templates by level. */
export const RESOURCE_LEVELS: ReadonlyMap<number, readonly ResourceTemplate[]> = new Map([
  [1, [readOne, findOne]],
  [2, [changeFound, removeFound]],
  [3, [changeFound, copyFound, countReferring, removeFound]],
]);
