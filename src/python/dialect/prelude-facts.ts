import { words } from './engine-facts.js';

/**
 * The modules that Mettle brings along for Monty, each a file `src/sandbox/monty/prelude/NAME.py`, and the names
 * that each one has. A file of module `NAME` defines `_mettle_module_NAME`; every other name in it starts with
 * `_mettle_` too.
 */
export const PRELUDE_MODULES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['bisect', words('bisect bisect_left bisect_right insort insort_left insort_right')],
  ['heapq', words('heapify heappop heappush heappushpop heapreplace merge nlargest nsmallest')],
]);

/** The name that a prelude file gives its module. */
export function preludeModuleName(module: string): string {
  return `_mettle_module_${module}`;
}
