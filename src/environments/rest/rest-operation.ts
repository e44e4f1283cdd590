import type { JsonObject } from '../../core/index.js';
import type { ToolDefinition } from '../../records/index.js';

/** Where a parameter travels. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

/** One parameter of an operation. */
export interface RestParameter {
  /** Its name in the request. */
  readonly name: string;
  readonly in: ParameterPlace;
  /** The tool's argument that holds it. */
  readonly argument: string;
  readonly required: boolean;
  /** JSON Schema that stands alone. */
  readonly schema: JsonObject;
  /** How lists and objects are written: `form`, `simple`, `label`, `matrix`, `spaceDelimited`, `pipeDelimited`, `deepObject`. */
  readonly style: string;
  readonly explode: boolean;
  /** Whether the value is written as JSON text. */
  readonly json: boolean;
}

/** How the body of a request is written. */
export type BodyEncoding = 'json' | 'form' | 'multipart' | 'text';

/** The body of an operation's requests. */
export interface RestBody {
  readonly mediaType: string;
  readonly encoding: BodyEncoding;
  readonly required: boolean;
  /** JSON Schema that stands alone. */
  readonly schema: JsonObject;
  /** The members of an object body by the arguments that hold them; null where one argument holds the whole body. */
  readonly members: ReadonlyMap<string, string> | null;
  /** The members' schemas, which refer to the definitions of `schema`. */
  readonly memberSchemas: ReadonlyMap<string, { readonly schema: JsonObject; readonly required: boolean }>;
  /** The argument that holds the whole body, where `members` is null. */
  readonly argument: string;
}

/** One answer that an operation declares. */
export interface RestResponse {
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  /** JSON Schema that stands alone; null where it declares no JSON. */
  readonly schema: JsonObject | null;
}

/** A credential that an operation asks for. */
export interface RestCredential {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
  /** What the header's value begins with, in lower case: `bearer`, `basic`; null for any value. */
  readonly scheme: string | null;
}

/** One operation of an OpenAPI document, as a tool. */
export interface RestOperation {
  readonly tool: ToolDefinition;
  /** In capitals. */
  readonly method: string;
  /** With parameters in braces: `/orders/{order_id}`. */
  readonly path: string;
  /** What the document writes behind the `?` of a path: sent as it is. */
  readonly fixedQuery: readonly (readonly [name: string, value: string])[];
  readonly parameters: readonly RestParameter[];
  readonly body: RestBody | null;
  readonly responses: readonly RestResponse[];
  /** Credentials in alternatives: all of one list are needed. Empty where none are. */
  readonly security: readonly (readonly RestCredential[])[];
  /** `x-mettle-set`: members that the mock server sets on the resource. */
  readonly sets: JsonObject;
  /** `x-mettle-when`: values that members of the resource must have now, else the mock server answers 409. */
  readonly when: JsonObject;
}
