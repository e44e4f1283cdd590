/**
 * How the same requirement is made elsewhere: by which of our functions, from which options. A requirement that has one
 * reads the reply alone and runs nothing, so that a large reply can be judged in a worker thread.
 */
export interface Recipe {
  readonly make: string;
  /** Plain data. */
  readonly options: unknown;
}
