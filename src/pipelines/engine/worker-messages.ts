import type { Json } from '../../core/index.js';
import type { TaskModule } from './task-module.js';

/** What a worker process is told. */
export type ToWorker =
  | { readonly kind: 'open'; readonly module: TaskModule }
  | {
      readonly kind: 'run';
      readonly job: number;
      readonly task: string;
      readonly input: Json;
      readonly attempt: number;
    }
  | { readonly kind: 'cancel'; readonly job: number }
  | { readonly kind: 'close' };

/** What it tells. */
export type FromWorker =
  | { readonly kind: 'done'; readonly job: number; readonly output: Json }
  | { readonly kind: 'failed'; readonly job: number; readonly error: SentError }
  | { readonly kind: 'said'; readonly line: string };

/** An error as it crosses to another process. */
export interface SentError {
  /** Of a `MettleError`; null for another error. */
  readonly code: string | null;
  readonly message: string;
}
