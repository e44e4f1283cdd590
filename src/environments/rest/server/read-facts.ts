import { isJsonObject, type Json, type JsonObject } from '../../../core/index.js';
import { restOptionError } from '../rest-error.js';
import type { RestOperation } from '../rest-operation.js';

/** How facts of a real server are read: by a GET operation. */
export interface ReadStateCall {
  /** A tool whose method is GET. */
  readonly tool: string;
  readonly arguments?: JsonObject;
  /** The member that tells the objects of a list apart, so that each becomes a fact `NAME/KEY`. Default: the whole answer is one fact. */
  readonly key?: string;
}

const MAX_FACTS = 10_000;

/** Refuses reads by operations that do not exist or are no GET. */
export function checkReadState(
  readState: Readonly<Record<string, ReadStateCall>>,
  operations: ReadonlyMap<string, RestOperation>,
): void {
  for (const [name, { tool }] of Object.entries(readState)) {
    const operation = operations.get(tool);
    if (operation?.method !== 'GET') {
      const problem = operation === undefined ? 'no operation' : `a ${operation.method}`;
      throw restOptionError(
        `readState.${name}: ${JSON.stringify(tool)} is ${problem}; only GET reads facts.`,
      );
    }
  }
}

/**
 * The facts in an answer: the answer itself, or with a key one fact for each object of the list in it.
 * @throws {Error} for an answer without such a list.
 */
export function factsOf(
  name: string,
  { key }: ReadStateCall,
  body: Json,
): readonly (readonly [string, Json])[] {
  if (key === undefined) return [[name, body]];
  const list = listIn(body);
  if (list === null) throw new Error(`readState.${name}: the answer holds no list`);
  if (list.length > MAX_FACTS)
    throw new Error(`readState.${name}: the list has more than ${MAX_FACTS} objects`);
  return list.map((item) => {
    const own = isJsonObject(item) && Object.hasOwn(item, key) ? item[key] : undefined;
    if (typeof own !== 'string' && typeof own !== 'number') {
      throw new Error(`readState.${name}: an object of the list has no ${key}`);
    }
    return [`${name}/${own}`, item];
  });
}

function listIn(body: Json): readonly Json[] | null {
  if (Array.isArray(body)) return body as readonly Json[];
  const lists = isJsonObject(body) ? Object.values(body).filter((member) => Array.isArray(member)) : [];
  return lists.length === 1 ? (lists[0] as readonly Json[]) : null;
}
