import type { JsonObject } from '../../../core/index.js';
import type { RestOperation } from '../rest-operation.js';

/** A path parameter before the key of a resource: `{user_id}` in `/users/{user_id}/pets/{pet_id}`. */
export interface MockAncestor {
  readonly parameter: string;
  /** The resource whose key it is; where it is the key of none, as `{owner}` in `/repos/{owner}/{repo}`, the parameter. */
  readonly of: string;
}

/** What all objects of a resource stand below. */
export interface ResourceAncestor extends MockAncestor {
  /** JSON Schema of its values. */
  readonly schema: JsonObject;
  /** The member of an object that holds the value; null where the value stands in the name of the fact alone. */
  readonly member: string | null;
}

/** A kind of object that the mock server keeps. */
export interface MockResource {
  /** What its facts are called: `orders` in `orders/7`. */
  readonly name: string;
  /** JSON Schema of one object, standing alone. */
  readonly schema: JsonObject;
  /** Where an object holds its key: `['id']`, `['metadata', 'name']`; empty where the key stands in the path alone. */
  readonly idPath: readonly string[];
  /** JSON Schema of the key. */
  readonly idSchema: JsonObject;
  /** Members that hold the key of another resource, by name. */
  readonly references: ReadonlyMap<string, string>;
  /** What the objects stand below, outermost first. */
  readonly above: readonly ResourceAncestor[];
}

/** What the mock server does for an operation. */
export type MockEffect = 'list' | 'create' | 'read' | 'replace' | 'update' | 'remove' | 'act' | 'sample';

/** An operation with its place in the mock server. */
export interface MockRoute {
  readonly operation: RestOperation;
  readonly effect: MockEffect;
  /** Null for the effect `sample`. */
  readonly resource: string | null;
  /** The path parameter with the key of the object; null where the path names a collection. */
  readonly parameter: string | null;
  readonly ancestors: readonly MockAncestor[];
  /** Whether the path is that of the resource itself, and not that of a list or an action elsewhere. */
  readonly isOwn: boolean;
}

/** What the mock server knows of an OpenAPI document. */
export interface MockPlan {
  readonly resources: ReadonlyMap<string, MockResource>;
  readonly routes: readonly MockRoute[];
}
