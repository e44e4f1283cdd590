import type { RestOperation } from '../rest-operation.js';

/** Where the path of an operation leads. */
export interface PathPlace {
  readonly operation: RestOperation;
  /** The path with parameters unnamed, up to the key: `/users/{}/orders` of `/users/{user_id}/orders/{order_id}`. */
  readonly collection: string;
  /** The last literal; null for a path of parameters alone. */
  readonly literal: string | null;
  /** The parameter at the end; null where the path ends with a literal. */
  readonly key: string | null;
  /** The parameters before, each with the collection that it is a key of. */
  readonly before: readonly { readonly collection: string; readonly parameter: string }[];
}

/** Takes a path apart. What stands behind the last segment as the name of a format (`{Sid}.json`) is no part of it. */
export function placeOf(operation: RestOperation): PathPlace {
  const before: { collection: string; parameter: string }[] = [];
  let literal: string | null = null;
  let path = '';
  let endsWithKey = false;
  for (const segment of operation.path.split('/').filter((each) => each !== '')) {
    const plain = segment.replace(/(?<=.)\.(?:json|xml)$/i, '');
    const parameter = /^\{([^{}]+)\}$/.exec(plain)?.[1];
    endsWithKey = parameter !== undefined;
    if (parameter !== undefined) before.push({ collection: path, parameter });
    else literal = plain;
    path += parameter === undefined ? `/${plain}` : '/{}';
  }
  const own = endsWithKey ? before.pop() : undefined;
  return { operation, literal, collection: own?.collection ?? path, key: own?.parameter ?? null, before };
}
