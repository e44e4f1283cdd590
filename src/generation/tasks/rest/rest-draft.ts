import type { Json } from '../../../core/index.js';
import type { Actor } from '../../../environments/index.js';
import type { ExpectedAnswer, StateCheck } from '../../../records/index.js';

/** A task on a web interface, before it is given a world. */
export interface RestDraft {
  readonly category: string;
  readonly prompt: string;
  readonly key: Json;
  readonly answer?: ExpectedAnswer;
  readonly goals?: readonly StateCheck[];
  /** Facts that may change. */
  readonly touched?: readonly string[];
  /** The tools that the task is about. */
  readonly tools?: readonly string[];
  readonly oracle: (actor: Actor) => Promise<void>;
}
