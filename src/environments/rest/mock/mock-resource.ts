import type { JsonObject } from '../../../core/index.js';
import type { RestOperation } from '../rest-operation.js';

/** A kind of object that the mock server keeps. */
export interface MockResource {
  /** What its facts are called: `orders` in `orders/7`. */
  readonly name: string;
  /** JSON Schema of one object, standing alone. */
  readonly schema: JsonObject;
  /** The member that tells objects apart; null where objects have none and the key stands in the path alone. */
  readonly idMember: string | null;
  /** JSON Schema of the key. */
  readonly idSchema: JsonObject;
  /** Members that hold the key of another resource, by name. */
  readonly references: ReadonlyMap<string, string>;
  /** Resources whose keys stand before the own key, because no member refers to them: `users/1/settings/2`. */
  readonly scope: readonly string[];
}

/** What the mock server does for an operation. */
export type MockEffect = 'list' | 'create' | 'read' | 'replace' | 'update' | 'remove' | 'act' | 'sample';

/** An object that a path goes through: `/users/{user_id}` in `/users/{user_id}/orders`. */
export interface MockAncestor {
  readonly resource: string;
  /** The path parameter with its key. */
  readonly parameter: string;
}

/** An operation with its place in the mock server. */
export interface MockRoute {
  readonly operation: RestOperation;
  readonly effect: MockEffect;
  /** Null for the effect `sample`. */
  readonly resource: string | null;
  /** The path parameter with the key of the object; null where the path names a collection. */
  readonly parameter: string | null;
  readonly ancestors: readonly MockAncestor[];
}

/** What the mock server knows of an OpenAPI document. */
export interface MockPlan {
  readonly resources: ReadonlyMap<string, MockResource>;
  readonly routes: readonly MockRoute[];
}
