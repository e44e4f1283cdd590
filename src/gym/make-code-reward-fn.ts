import { canonicalJson, defineOptions, type Json, type JsonObject, option } from '../core/index.js';
import { errorMessage, inOrder } from '../core/internal.js';
import { createChecker, type Report, type Requirement } from '../requirements/index.js';
import { KeptCheckers } from '../requirements/internal.js';
import { type RewardBatch, type RewardFunction, textOf } from './reward-call.js';

/** What {@link makeCodeRewardFn} takes. */
export interface CodeRewardFnOptions {
  /** What the code has to meet, such as `TestsPass`; or a function that says so by the other columns of a reply's row, such as `tests`. */
  readonly requirements: readonly Requirement[] | ((row: JsonObject) => readonly Requirement[]);
  /** Replies that are checked at once. Default 2. */
  readonly concurrency?: number;
}

const checkOptions = defineOptions<CodeRewardFnOptions>()('makeCodeRewardFn', {
  requirements: option.required(option.either(option.list(option.object, 1), option.callback)),
  concurrency: option.wholeNumber(1),
});

/** Sets of requirements whose sandboxes are kept during a batch. */
const MOST_CHECKERS = 8;

/** A reward, or why there is none. */
type Scored = { readonly reward: number } | { readonly reward: null; readonly reason: string };

/**
 * A reward for code: 1 where a reply's Python meets every requirement, 0 where not, and null where the machine is why that can't be told. Code
 * that can't be judged by its own doing, since it never ends or fills the memory, earns 0. A row for which `requirements` throws is scored null,
 * and `onUnscored` says why.
 *
 * @example
 * ```ts needs=cpython
 * import { makeCodeRewardFn } from 'mettle/gym';
 * import { TestsPass } from 'mettle/requirements';
 *
 * const reward = makeCodeRewardFn({ requirements: ({ tests }) => [TestsPass({ tests: String(tests) })] });
 * const completions = ['def double(x): return 2 * x', 'def double(x): return x', 'no code'].map((code) => '```python\n' + code + '\n```');
 * console.log(await reward({ completions, tests: completions.map(() => 'assert double(2) == 4') })); // → [ 1, 0, 0 ]
 * ```
 * @throws {MettleError} `core/invalid_option`; the function, what `requirements` throws for every row of a batch.
 */
export function makeCodeRewardFn(options: CodeRewardFnOptions): RewardFunction {
  const { requirements, concurrency = 2 } = checkOptions(options);
  return async (batch, { signal, onUnscored } = {}) => {
    await using checkers = new KeptCheckers(MOST_CHECKERS);
    const read = requirementsByRow(requirements, batch);
    const score = async (index: number): Promise<Scored> => {
      signal?.throwIfAborted();
      const row = read(index);
      if ('reason' in row) return { reward: null, reason: row.reason };
      const report = await checkers.use(
        row.key,
        () => createChecker({ requirements: row.requirements }),
        (checker) =>
          checker.check(textOf(batch.completions[index] as Json), signal === undefined ? {} : { signal }),
      );
      return worthOf(report);
    };
    const rewards: (number | null)[] = [];
    for await (const scored of inOrder(batch.completions.keys(), concurrency, score)) {
      if (scored.reward === null) onUnscored?.(rewards.length, scored.reason);
      rewards.push(scored.reward);
    }
    return rewards;
  };
}

type RowRequirements =
  | { readonly key: string; readonly requirements: readonly Requirement[] }
  | { readonly reason: string };

/** What the reply of each row has to meet, each row read once. @throws what `requirements` throws, where it does for all. */
function requirementsByRow(
  requirements: CodeRewardFnOptions['requirements'],
  batch: RewardBatch,
): (index: number) => RowRequirements {
  if (typeof requirements !== 'function') return () => ({ key: '', requirements });
  const rows = new Map<string, RowRequirements>();
  const keys = batch.completions.map((_, index) => {
    const row = rowOf(batch, index);
    const key = canonicalJson(row);
    if (rows.has(key)) return key;
    try {
      rows.set(key, { key, requirements: requirements(row) });
    } catch (error) {
      rows.set(key, { reason: errorMessage(error) });
    }
    return key;
  });
  const all = [...rows.values()];
  if (all.length > 0 && all.every((row) => 'reason' in row)) requirements(rowOf(batch, 0));
  return (index) => rows.get(keys[index] ?? '') as RowRequirements;
}

/** The other columns of a reply's row, but for the tokens of the reply, which TRL hands over too. */
function rowOf(
  { completions, prompts: _, completion_ids: __, ...columns }: RewardBatch,
  index: number,
): JsonObject {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, values]) =>
      Array.isArray(values) && values.length === completions.length ? [[name, values[index] as Json]] : [],
    ),
  );
}

function worthOf({ ok, results }: Report): Scored {
  if (ok) return { reward: 1 };
  const musts = results.filter(({ severity }) => severity === 'must');
  const unscored = musts.find(({ fault }) => fault === 'machine');
  if (unscored === undefined || musts.some(({ verdict }) => verdict === 'fail')) return { reward: 0 };
  return { reward: null, reason: unscored.reason };
}
