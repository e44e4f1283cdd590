import { words } from './engine-facts.js';

/**
 * The modules, or the parts of modules, that Mettle brings along for Monty, and the names that each one has. Module
 * `os.path` is the file `src/sandbox/monty/prelude/os_path.py`, which defines `_mettle_module_os_path`; every other
 * name in it starts with `_mettle_` too. A module that Monty has itself is here with what it lacks alone.
 */
export const PRELUDE_MODULES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['bisect', words('bisect bisect_left bisect_right insort insort_left insort_right')],
  ['copy', words('copy deepcopy')],
  ['csv', words('DictReader DictWriter QUOTE_ALL QUOTE_MINIMAL QUOTE_NONNUMERIC reader writer')],
  ['dataclasses', words('asdict astuple field replace')],
  ['functools', words('cache lru_cache update_wrapper wraps')],
  ['heapq', words('heapify heappop heappush heappushpop heapreplace merge nlargest nsmallest')],
  ['itertools', words('combinations combinations_with_replacement groupby permutations product tee')],
  ['io', words('StringIO')],
  ['json', words('dump load')],
  ['math', words('dist factorial fsum hypot prod')],
  [
    'operator',
    words(
      'abs add and_ attrgetter concat contains eq floordiv ge getitem gt inv invert is_ is_not itemgetter le lshift ' +
        'lt mod mul ne neg not_ or_ pos pow rshift sub truediv truth xor',
    ),
  ],
  ['os.path', words('basename dirname exists getsize isabs isdir isfile join normpath sep split splitext')],
  [
    'random',
    words(
      'Random choice choices expovariate gauss getrandbits normalvariate randint random randrange sample seed shuffle ' +
        'uniform',
    ),
  ],
  [
    'statistics',
    words(
      'StatisticsError fmean mean median median_high median_low mode multimode pstdev pvariance quantiles stdev variance',
    ),
  ],
  [
    'string',
    words(
      'ascii_letters ascii_lowercase ascii_uppercase capwords digits hexdigits octdigits printable punctuation whitespace',
    ),
  ],
  ['textwrap', words('dedent indent')],
  ['time', words('monotonic perf_counter process_time time time_ns')],
  ['typing', words('cast')],
]);

/** Prelude files that a prelude file needs beside it. */
const NEEDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['caught', ['notices']],
  ['dataclasses', ['copy']],
  ['dates', ['notices']],
  ['division', ['exact']],
  ['functools', ['functions']],
  ['math', ['exact']],
  ['operator', ['division', 'exact', 'notices', 'powers']],
  ['patterns', ['notices']],
  ['powers', ['notices']],
  ['statistics', ['exact']],
  ['types', ['notices']],
]);

/** The name that a prelude file gives its module. */
export function preludeModuleName(module: string): string {
  return `_mettle_module_${preludeFile(module)}`;
}

/** The name of the prelude file of a module. */
export function preludeFile(module: string): string {
  return module.replaceAll('.', '_');
}

/** The prelude files that make the named ones work, themselves included, sorted: an order in which they load. */
export function withNeeds(preludes: Iterable<string>): readonly string[] {
  const all = new Set<string>();
  for (const prelude of preludes) {
    all.add(prelude);
    for (const need of NEEDS.get(prelude) ?? []) all.add(need);
  }
  return [...all].sort();
}
