import { setFlagsFromString } from 'node:v8';

const TIER_FLAGS = ['wasm-dynamic-tiering', 'wasm-tier-up'] as const;

/** Whether whoever started this process has chosen how WebAssembly is compiled: that choice stands. */
const isChosen = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((option) =>
  /wasm[-_](?:dynamic|tier)|liftoff/.test(option),
);

/**
 * Does work so that the WebAssembly functions called for the first time in it are compiled once, quickly, and never
 * handed to V8's optimizing compiler. For modules with huge functions: optimizing those takes seconds of processor time
 * and over a hundred megabytes in the background, to make each call a few microseconds faster. Functions of other modules
 * are compiled as always, before and after.
 */
export function withoutOptimizer<Result>(work: () => Result): Result {
  if (isChosen || !setTierFlags('no-')) return work();
  try {
    return work();
  } finally {
    setTierFlags('');
  }
}

/** Whether this runtime takes the flags. */
function setTierFlags(prefix: 'no-' | ''): boolean {
  try {
    for (const flag of TIER_FLAGS) setFlagsFromString(`--${prefix}${flag}`);
    return true;
  } catch {
    return false;
  }
}
