import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Counts how many of the objects that pass by are still held by somebody. */
export interface HeldObjects {
  add(object: object): void;
  /** Frees what nobody holds, and counts the rest. */
  collect(): Promise<void>;
  /** The most that were held at any count. */
  most(): number;
}

/** {@link HeldObjects}, by V8's own garbage collector. */
export function heldObjects(): HeldObjects {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  let refs: WeakRef<object>[] = [];
  let most = 0;
  return {
    add: (object) => void refs.push(new WeakRef(object)),
    collect: async () => {
      // A weak reference holds its object until the job that made it is over.
      await new Promise<void>((resolve) => setImmediate(resolve));
      gc();
      refs = refs.filter((ref) => ref.deref() !== undefined);
      most = Math.max(most, refs.length);
    },
    most: () => most,
  };
}
