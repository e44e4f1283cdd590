import { LONGEST_TIMER } from './timer-milliseconds.js';

/** How many promises keep the process alive now. */
let pending = 0;
/** Keeps the process alive while it is referenced. Made at the first use. */
let anchor: NodeJS.Timeout | undefined;

/**
 * Keeps the Node process alive until a promise settles, and returns that promise.
 *
 * Children, threads and servers that outlive a call are unreferenced as soon as they start, so a program that forgets to
 * close one still ends. Then every wait for something that one of them delivers goes through here. Without it, the event
 * loop may run empty before the answer comes, and Node ends the program with exit code 13.
 *
 * @example
 * const worker = new Worker(url);
 * worker.unref();
 * const answer = await whilePending(once(worker, 'message'));
 */
export function whilePending<T>(promise: Promise<T>): Promise<T> {
  if (pending === 0) {
    anchor ??= setInterval(() => {}, LONGEST_TIMER);
    anchor.ref();
  }
  pending += 1;
  promise.then(release, release);
  return promise;
}

function release(): void {
  pending -= 1;
  if (pending === 0) anchor?.unref();
}

/** What {@link unreferenced} lets go of: a child, its pipes, a thread. */
interface Reference {
  unref?(): unknown;
}

/** Lets the process end while these still exist. Wait for what they deliver with {@link whilePending}. */
export function unreferenced(...handles: readonly (object | null | undefined)[]): void {
  for (const handle of handles) (handle as Reference | null | undefined)?.unref?.();
}
