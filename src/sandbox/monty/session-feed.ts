import type { KnownNames } from './ready-code.js';
import type { PooledWorker } from './worker-pool.js';
import type { Turn } from './worker-process.js';

/** A run's feed on its way: the worker, and the turn that the feed ends. */
export interface Begun {
  readonly worker: PooledWorker;
  readonly first: Promise<Turn>;
}

/** A source, and the request that runs it. */
export interface FeedCode {
  readonly source: string;
  readonly request: Buffer;
}

/** Code on its way into a session. */
export interface Feed {
  readonly code: FeedCode;
  /** What must run before, or null. */
  readonly prelude: FeedCode | null;
  /** The name of the file that frames show. */
  readonly file: string;
  /** What the namespace holds afterwards. */
  readonly known: KnownNames;
}
