import { type Json, type JsonObject, RandomStream } from '../../../core/index.js';
import { meetsSchema } from '../known-validators.js';
import type { RestOperation } from '../rest-operation.js';
import { definitionsOf, dereferenced, objectShape, typesOf } from '../schema-shape.js';
import { idPathOf } from './id-path.js';
import type {
  MockAncestor,
  MockEffect,
  MockPlan,
  MockResource,
  MockRoute,
  ResourceAncestor,
} from './mock-resource.js';
import { keyOf } from './object-key.js';
import { type PathPlace, placeOf } from './path-place.js';
import { type ResourceDraft, recogniseResources } from './recognise-resources.js';
import { memberNamed, namesResource, referencedWord } from './resource-names.js';
import { successItem } from './response-schema.js';

type Drafts = ReadonlyMap<string, ResourceDraft>;
/** A key and where it stands. */
type Key = Pick<MockResource, 'name' | 'idPath' | 'idSchema'>;

/**
 * The resources and effects that the paths of an OpenAPI document show. Objects below others (`/users/{id}/pets`) are kept
 * by the keys of what they stand below. What fits nowhere is answered from the schema of its response.
 */
export function planMock(operations: readonly RestOperation[]): MockPlan {
  const places = operations.map(placeOf);
  const drafts = recogniseResources(places);
  const keys = new Map([...new Set(drafts.values())].map((draft) => [draft.name, keyOfDraft(draft)]));
  const resources = new Map<string, MockResource>();
  const alone = [...new Set(drafts.values())].filter(({ places: [first] }) => first?.before.length === 0);
  for (const draft of new Set(drafts.values())) {
    resources.set(draft.name, finish(draft, { drafts, keys, alone }));
  }
  return { resources, routes: places.map((place) => routeOf(place, drafts)) };
}

interface Known {
  readonly drafts: Drafts;
  readonly keys: ReadonlyMap<string, Key>;
  /** Those that stand below nothing. */
  readonly alone: readonly ResourceDraft[];
}

function finish(draft: ResourceDraft, known: Known): MockResource {
  const { name, item, places } = draft;
  const { idPath, idSchema } = known.keys.get(name) as Key;
  const before = ancestorsOf(places[0], known.drafts);
  const references = referencesOf(draft, before, known);
  const members = membersOf(draft);
  const above = before.map((ancestor): ResourceAncestor => {
    const key = ancestor.resource === null ? undefined : known.keys.get(ancestor.resource);
    const schema = key?.idSchema ?? parameterSchema(places, ancestor.parameter);
    const named = memberNamed(ancestor.parameter, members.keys());
    const holds = (member: string): boolean =>
      member !== idPath[0] &&
      canHold(draft, member, key ?? { name: ancestor.parameter, idPath: [], idSchema: schema });
    const referring = [...references].find(([, target]) => target === ancestor.resource)?.[0];
    return { ...ancestor, schema, member: named !== null && holds(named) ? named : (referring ?? null) };
  });
  return { name, schema: item.schema, idPath, idSchema, references, above };
}

function ancestorsOf(place: PathPlace | undefined, drafts: Drafts): readonly MockAncestor[] {
  return (place?.before ?? []).map(({ collection, parameter }) => ({
    parameter,
    resource: drafts.get(collection)?.name ?? null,
  }));
}

/** The members that name another resource and can hold its keys: one that stands alone, or that the objects stand below. */
function referencesOf(
  draft: ResourceDraft,
  before: readonly MockAncestor[],
  { keys, alone }: Known,
): ReadonlyMap<string, string> {
  const own = keys.get(draft.name)?.idPath[0];
  const names = [...before.flatMap(({ resource }) => resource ?? []), ...alone.map(({ name }) => name)];
  const found = new Map<string, string>();
  for (const member of membersOf(draft).keys()) {
    const word = referencedWord(member);
    const target = word === null ? undefined : names.find((name) => namesResource(word, name));
    const key = target === undefined ? undefined : keys.get(target);
    if (key !== undefined && member !== own && canHold(draft, member, key)) found.set(member, key.name);
  }
  return found;
}

function membersOf({ item }: ResourceDraft): ReadonlyMap<string, JsonObject> {
  return objectShape(item.schema, definitionsOf(item.schema))?.properties ?? new Map<string, JsonObject>();
}

function canHold(draft: ResourceDraft, member: string, target: Key): boolean {
  const key = keyOf(target, 1, new RandomStream(0, 'rest/mock/key'));
  const alone = { ...membersOf(draft).get(member), $defs: definitionsOf(draft.item.schema) };
  return key !== undefined && (meetsSchema(alone, key) || meetsSchema(alone, [key]));
}

function keyOfDraft({ name, item, places }: ResourceDraft): Key {
  const parameter = places.find(({ key }) => key !== null)?.key ?? null;
  const schema = parameter === null ? { type: 'integer', minimum: 1 } : parameterSchema(places, parameter);
  const idPath = idPathOf(item.schema, {
    name,
    parameter: parameter === null ? null : { name: parameter, schema },
  });
  const definitions = definitionsOf(item.schema);
  let own: JsonObject | undefined = item.schema;
  for (const member of idPath) own = objectShape(own ?? {}, definitions)?.properties.get(member);
  if (own === undefined || idPath.length === 0) return { name, idPath, idSchema: schema };
  const known = { ...notNull(own, definitions), $defs: definitions };
  // A text that the path takes for a number.
  const isNumeric = isOf(schema, definitionsOf(schema), 'integer') && isOf(own, definitions, 'string');
  return { name, idPath, idSchema: isNumeric ? { ...known, pattern: '^[1-9]\\d{3}$' } : known };
}

function isOf(schema: JsonObject, definitions: JsonObject, type: string): boolean {
  return typesOf(schema, definitions).has(type);
}

function notNull(schema: JsonObject, definitions: JsonObject): JsonObject {
  const { type, ...rest } = dereferenced(schema, definitions);
  if (!Array.isArray(type)) return schema;
  return { ...rest, type: (type as readonly Json[]).filter((each) => each !== 'null') };
}

function parameterSchema(places: readonly PathPlace[], name: string): JsonObject {
  const parameters = places.flatMap(({ operation }) => operation.parameters);
  return parameters.find((each) => each.in === 'path' && each.name === name)?.schema ?? { type: 'string' };
}

function routeOf(place: PathPlace, drafts: Drafts): MockRoute {
  const { operation, key: parameter, collection } = place;
  const ancestors = ancestorsOf(place, drafts);
  const draft = drafts.get(collection);
  const effect = draft === undefined ? 'sample' : effectOf(operation, parameter !== null);
  if (draft !== undefined && effect !== 'sample') {
    const isOwn = draft.collection === collection;
    return { operation, effect, resource: draft.name, parameter, ancestors, isOwn };
  }
  const owner = ancestors.at(-1);
  const acts =
    operation.method !== 'GET' && operation.method !== 'HEAD' && parameter === null && draft === undefined;
  if (owner !== undefined && owner.resource !== null && acts) {
    const { resource } = owner;
    return {
      operation,
      effect: 'act',
      resource,
      parameter: owner.parameter,
      ancestors: ancestors.slice(0, -1),
      isOwn: false,
    };
  }
  return { operation, effect: 'sample', resource: null, parameter: null, ancestors, isOwn: false };
}

function effectOf(operation: RestOperation, hasKey: boolean): MockEffect {
  const { method, body } = operation;
  if (hasKey) {
    const effects: Readonly<Record<string, MockEffect>> = {
      GET: 'read',
      PUT: 'replace',
      PATCH: 'update',
      DELETE: 'remove',
      POST: body === null ? 'act' : 'update',
    };
    return effects[method] ?? 'sample';
  }
  if (method === 'GET') return successItem(operation)?.isList === true ? 'list' : 'sample';
  if (method === 'POST') return 'create';
  return method === 'PUT' && body !== null ? 'replace' : 'sample';
}
