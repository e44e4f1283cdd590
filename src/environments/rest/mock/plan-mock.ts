import { type Json, type JsonObject, RandomStream } from '../../../core/index.js';
import { meetsSchema } from '../known-validators.js';
import type { RestOperation } from '../rest-operation.js';
import { definitionsOf, dereferenced, objectShape, standingAlone, typesOf } from '../schema-shape.js';
import type { MockAncestor, MockEffect, MockPlan, MockResource, MockRoute } from './mock-resource.js';
import { keyOf } from './object-key.js';
import { memberNamed, namesResource, referencedWord } from './resource-names.js';
import { type ItemSchema, itemSchemaOf, successItem } from './response-schema.js';

/** Where the path of an operation leads. */
interface Place {
  readonly operation: RestOperation;
  /** The path with parameters unnamed, up to the key: `/users/{}/orders` of `/users/{user_id}/orders/{order_id}`. */
  readonly collection: string;
  /** Its literals. */
  readonly words: readonly string[];
  /** The parameter at the end; null where the path ends with a literal. */
  readonly key: string | null;
  /** The parameters before, each with the collection that it is a key of. */
  readonly before: readonly { readonly collection: string; readonly parameter: string }[];
}

/** A resource while it is being recognised. */
interface Draft {
  readonly name: string;
  readonly item: ItemSchema;
  readonly members: ReadonlyMap<string, JsonObject>;
  readonly idPath: readonly string[];
  readonly idSchema: JsonObject;
  /** A key that it may have. */
  readonly example: Json | undefined;
  /** Its operations in its own collection. */
  readonly places: readonly [Place, ...Place[]];
}

/**
 * The resources and effects that the paths of an OpenAPI document show: `/things` is a collection where something is
 * listed there or `/things/{id}` exists. Objects below others (`/users/{id}/pets`) are kept by the keys of what they stand
 * below. What fits nowhere is answered from the schema of its response.
 */
export function planMock(operations: readonly RestOperation[]): MockPlan {
  const places = operations.map(placeOf);
  const drafts = recognise(places);
  const all = [...new Set(drafts.values())];
  return {
    resources: new Map(all.map((draft) => [draft.name, finish(draft, drafts, all)])),
    routes: places.map((place) => routeOf(place, drafts)),
  };
}

/** Takes a path apart. What stands behind a segment as the name of a format (`{Sid}.json`) is no part of it. */
function placeOf(operation: RestOperation): Place {
  const before: { collection: string; parameter: string }[] = [];
  const words: string[] = [];
  let collection = '';
  let key: string | null = null;
  for (const segment of operation.path.split('/').filter((each) => each !== '')) {
    if (key !== null) collection += '/{}';
    const plain = segment.replace(/(?<=.)\.(?:json|xml)$/i, '');
    key = /^\{([^{}]+)\}$/.exec(plain)?.[1] ?? null;
    if (key !== null) before.push({ collection, parameter: key });
    else words.push(plain);
    if (key === null) collection += `/${plain}`;
  }
  if (key !== null) before.pop();
  return { operation, collection, words, key, before };
}

/**
 * Resources by collection. Those with paths of single objects come first: a list of the same objects elsewhere
 * (`/users/{id}/orders` of `/orders`) belongs to them. Those that stand alone come before those below others.
 */
function recognise(places: readonly Place[]): ReadonlyMap<string, Draft> {
  const groups = new Map<string, [Place, ...Place[]]>();
  for (const place of places) {
    const group = groups.get(place.collection);
    if (group === undefined) groups.set(place.collection, [place]);
    else group.push(place);
  }
  const rank = (group: readonly Place[]): number =>
    (group.some(({ key }) => key !== null) ? 0 : 100) + (group[0]?.before.length ?? 0);
  const drafts = new Map<string, Draft>();
  const names = new Set<string>();
  for (const group of [...groups.values()].sort((a, b) => rank(a) - rank(b))) {
    const hasObjects = group.some(({ key }) => key !== null);
    const isListed = group.some(({ operation: each }) => each.method === 'GET' && successItem(each)?.isList);
    const [literal, above] = [...(group[0]?.words ?? [])].reverse();
    const item = hasObjects || isListed ? itemOf(group) : null;
    if (item === null || literal === undefined) continue;
    const isSame = ({ item: own, places: [first] }: Draft): boolean =>
      item.definition !== null &&
      item.definition === own.definition &&
      (group[0].before.length === 0 || first.before.length === 0) &&
      (!hasObjects || first.words.at(-1) === literal);
    let draft = [...new Set(drafts.values())].find(isSame);
    if (draft === undefined) {
      let name = names.has(literal) && above !== undefined ? `${above}_${literal}` : literal;
      for (let n = 2; names.has(name); n++) name = `${literal}_${n}`;
      names.add(name);
      draft = draftOf(name, item, group);
    }
    drafts.set(group[0].collection, draft);
  }
  return drafts;
}

/** The schema of the objects that a group of paths is about, from the answer that shows one most plainly. */
function itemOf(group: readonly Place[]): ItemSchema | null {
  const rank = ({ operation, key }: Place): number =>
    (operation.method === 'GET' ? 0 : 2) + (key === null ? 1 : 0);
  const ranked = [...group].sort((a, b) => rank(a) - rank(b));
  const answers = ranked.flatMap(({ operation, key }) => successItem(operation, key !== null) ?? []);
  const bodies = ranked.flatMap(({ operation: { body } }) =>
    body === null ? [] : (itemSchemaOf(body.schema) ?? []),
  );
  return answers[0] ?? bodies[0] ?? null;
}

function draftOf(name: string, item: ItemSchema, places: readonly [Place, ...Place[]]): Draft {
  const definitions = definitionsOf(item.schema);
  const members = objectShape(item.schema, definitions)?.properties ?? new Map<string, JsonObject>();
  const parameter = places.find(({ key }) => key !== null)?.key ?? null;
  const inPath = parameter === null ? { type: 'integer', minimum: 1 } : parameterSchema(places, parameter);
  const types = parameter === null ? new Set<string>() : typesOf(inPath, definitionsOf(inPath));
  const idPath = idPathOf({ members, definitions, name, parameter, types });
  let own: JsonObject | undefined = item.schema;
  for (const member of idPath) own = objectShape(own ?? {}, definitions)?.properties.get(member);
  const isHeld = own !== undefined && idPath.length > 0;
  // A text that the path takes for a number has to be digits.
  const digits =
    types.has('integer') && typesOf(own ?? {}, definitions).has('string') ? { pattern: '^[1-9]\\d{3}$' } : {};
  const idSchema = isHeld ? { ...notNull(own ?? {}, definitions), ...digits, $defs: definitions } : inPath;
  const example = keyOf({ name, idSchema }, 1, new RandomStream(0, 'rest/mock/key'));
  return { name, item, members, idPath, idSchema, example, places };
}

/** What tells where the objects of a resource hold their key. */
interface KeyPlace {
  readonly name: string;
  readonly members: ReadonlyMap<string, JsonObject>;
  readonly definitions: JsonObject;
  /** The path parameter with the key, and its types. */
  readonly parameter: string | null;
  readonly types: ReadonlySet<string>;
}

/**
 * Where objects hold their key: in a member named as the path's parameter or its last word (`number` for
 * `{issue_number}`), in `id`, in one named by the resource (`order_id` of `orders`), or one level down (`metadata.name`).
 * One whose type is the parameter's comes first.
 */
function idPathOf({ members, definitions, name, parameter, types }: KeyPlace): readonly string[] {
  const isKey = (schema: JsonObject | undefined): boolean => {
    // Many documents let every member be null.
    const types = [...typesOf(schema ?? {}, definitions)].filter((type) => type !== 'null');
    return types.length > 0 && types.every((type) => ['string', 'integer', 'number'].includes(type));
  };
  const names = [...members.keys()];
  const last = parameter?.split(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+/).at(-1);
  const isNamed = parameter !== null && !/id$|key$/i.test(parameter);
  const candidates = [
    memberNamed(parameter ?? '', names),
    memberNamed(last ?? '', names),
    names.find((member) => /^_?id$/i.test(member)),
    names.find((member) => namesResource(referencedWord(member) ?? '', name)),
    isNamed ? memberNamed('name', names) : null,
  ].flatMap((member) => (isKey(members.get(member ?? '')) ? [member ?? ''] : []));
  const isOfPath = (member: string): boolean =>
    [...typesOf(members.get(member) ?? {}, definitions)].some((type) => types.has(type));
  const found = candidates.find(isOfPath) ?? candidates[0];
  if (found !== undefined) return [found];
  for (const [member, inner] of parameter === null ? [] : members) {
    const below = objectShape(inner, definitions)?.properties ?? new Map<string, JsonObject>();
    const key = memberNamed(parameter ?? '', below.keys());
    if (key !== null && isKey(below.get(key))) return [member, key];
  }
  return [];
}

function notNull(schema: JsonObject, definitions: JsonObject): JsonObject {
  const { type, ...rest } = dereferenced(schema, definitions);
  if (!Array.isArray(type)) return schema;
  return { ...rest, type: (type as readonly Json[]).filter((each) => each !== 'null') };
}

function parameterSchema(places: readonly Place[], name: string): JsonObject {
  const parameters = places.flatMap(({ operation }) => operation.parameters);
  return parameters.find((each) => each.in === 'path' && each.name === name)?.schema ?? { type: 'string' };
}

/** A draft with the members that hold keys of others: of those that stand alone, or that its objects stand below. */
function finish(
  { name, item, members, idPath, idSchema, places }: Draft,
  drafts: ReadonlyMap<string, Draft>,
  all: readonly Draft[],
): MockResource {
  const canHold = (member: string, key: Json | undefined): boolean => {
    const alone = standingAlone(members.get(member) ?? {}, definitionsOf(item.schema));
    return (
      member !== idPath[0] && key !== undefined && (meetsSchema(alone, key) || meetsSchema(alone, [key]))
    );
  };
  const above = ancestorsOf(places[0], drafts);
  const targets = [
    ...above.flatMap(({ of }) => all.filter((each) => each.name === of)),
    ...all.filter(({ places: [first] }) => first.before.length === 0),
  ];
  const references = new Map<string, string>();
  for (const member of members.keys()) {
    const target = targets.find((each) => namesResource(referencedWord(member) ?? '', each.name));
    if (target !== undefined && canHold(member, target.example)) references.set(member, target.name);
  }
  return {
    ...{ name, schema: item.schema, idPath, idSchema, references },
    above: above.map((ancestor) => {
      const { parameter, of } = ancestor;
      const target = targets.find((each) => each.name === of);
      const schema = target?.idSchema ?? parameterSchema(places, parameter);
      const value =
        target?.example ?? keyOf({ name: of, idSchema: schema }, 1, new RandomStream(0, 'rest/mock/key'));
      const named = memberNamed(parameter, members.keys());
      const referring = [...references].find(([, each]) => each === of)?.[0] ?? null;
      return { ...ancestor, schema, member: named !== null && canHold(named, value) ? named : referring };
    }),
  };
}

function ancestorsOf(place: Place, drafts: ReadonlyMap<string, Draft>): readonly MockAncestor[] {
  return place.before.map(({ collection, parameter }) => ({
    parameter,
    of: drafts.get(collection)?.name ?? parameter,
  }));
}

function routeOf(place: Place, drafts: ReadonlyMap<string, Draft>): MockRoute {
  const { operation, key: parameter, collection, before } = place;
  const ancestors = ancestorsOf(place, drafts);
  const draft = drafts.get(collection);
  const effect = draft === undefined ? 'sample' : effectOf(operation, parameter !== null, draft.idPath);
  if (draft !== undefined && effect !== 'sample') {
    const isOwn = draft.places[0].collection === collection;
    return { operation, effect, resource: draft.name, parameter, ancestors, isOwn };
  }
  const owner = drafts.get(before.at(-1)?.collection ?? '');
  const isAction = draft === undefined && parameter === null && !['GET', 'HEAD'].includes(operation.method);
  if (owner === undefined || !isAction)
    return { operation, effect: 'sample', resource: null, parameter: null, ancestors, isOwn: false };
  const acted = { resource: owner.name, parameter: before.at(-1)?.parameter ?? null };
  return { operation, effect: 'act', ...acted, ancestors: ancestors.slice(0, -1), isOwn: false };
}

function effectOf(operation: RestOperation, hasKey: boolean, [key = '']: readonly string[]): MockEffect {
  const { method, body } = operation;
  if (!hasKey) {
    if (method === 'GET') return successItem(operation)?.isList === true ? 'list' : 'sample';
    // A replacement whose path has no key: it stands in the body.
    const takesKey = [...(body?.members?.values() ?? [])].includes(key);
    return method === 'POST' ? 'create' : method === 'PUT' && takesKey ? 'replace' : 'sample';
  }
  const effects: Readonly<Record<string, MockEffect>> = {
    GET: 'read',
    PUT: 'replace',
    PATCH: 'update',
    DELETE: 'remove',
    POST: body === null ? 'act' : 'update',
  };
  return effects[method] ?? 'sample';
}
