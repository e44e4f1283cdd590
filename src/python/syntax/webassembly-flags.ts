import { setFlagsFromString } from 'node:v8';

/** Whether whoever started this process has chosen how WebAssembly is compiled: that choice stands. */
const isChosen = (): boolean =>
  [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((option) =>
    /wasm[-_](?:dynamic|tier|lazy)|liftoff/.test(option),
  );

/**
 * Does work so that the WebAssembly functions called for the first time in it are compiled once, quickly, and never
 * handed to V8's optimizing compiler. For modules with huge functions: optimizing those takes seconds of processor time
 * and over a hundred megabytes in the background, to make each call a few microseconds faster. Functions of other modules
 * are compiled as always, before and after.
 */
export function withoutOptimizer<Result>(work: () => Result): Result {
  const flags = ['wasm-dynamic-tiering', 'wasm-tier-up'];
  return withFlags(
    flags.map((flag) => `--no-${flag}`),
    flags.map((flag) => `--${flag}`),
    work,
  );
}

/**
 * Does work so that the WebAssembly modules loaded in it are validated function by function, each before its first call,
 * instead of all at once. For a module that is known to be valid and of which most is never called. An invalid function
 * ends the process when it is called.
 */
export function validatingLazily<Result>(work: () => Result): Result {
  return withFlags(['--wasm-lazy-validation'], ['--no-wasm-lazy-validation'], work);
}

/** Sets V8's flags for the time of the work, unless someone else has, or this runtime doesn't take them. */
function withFlags<Result>(during: readonly string[], after: readonly string[], work: () => Result): Result {
  if (isChosen() || !setFlags(during)) return work();
  try {
    return work();
  } finally {
    setFlags(after);
  }
}

function setFlags(flags: readonly string[]): boolean {
  try {
    for (const flag of flags) setFlagsFromString(flag);
    return true;
  } catch {
    return false;
  }
}
