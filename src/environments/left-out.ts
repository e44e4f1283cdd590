/** A part of what a world is made from that can't be used: of an OpenAPI document, or of a database. */
export interface LeftOut {
  /** `GET /orders/{id}`, a path, `webhook NAME`, `resource NAME`, `table NAME`, `view NAME`. */
  readonly name: string;
  /** Why, in one line. */
  readonly reason: string;
}
