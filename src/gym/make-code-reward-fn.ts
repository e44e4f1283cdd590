import { canonicalJson, defineOptions, type Json, type JsonObject, option } from '../core/index.js';
import { inOrder } from '../core/internal.js';
import { type Checker, createChecker, type Report, type Requirement } from '../requirements/index.js';
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

/**
 * A reward for code: 1 where a reply's Python meets every requirement, 0 where not, and null where the machine is why that can't be told. Code
 * that can't be judged by its own doing, since it never ends or fills the memory, earns 0.
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
 * @throws {MettleError} `core/invalid_option`; the function, what `requirements` throws.
 */
export function makeCodeRewardFn(options: CodeRewardFnOptions): RewardFunction {
  const { requirements, concurrency = 2 } = checkOptions(options);
  return async (batch) => {
    const checkers = new Map<string, Checker>();
    const checkerFor = (row: JsonObject): Checker => {
      const key = typeof requirements === 'function' ? canonicalJson(row) : '';
      const checker =
        checkers.get(key) ??
        createChecker({
          requirements: typeof requirements === 'function' ? requirements(row) : requirements,
        });
      checkers.set(key, checker);
      return checker;
    };
    try {
      const rewards: (number | null)[] = [];
      const places = batch.completions.keys();
      const score = async (index: number): Promise<number | null> => {
        const report = await checkerFor(rowOf(batch, index)).check(textOf(batch.completions[index] as Json));
        return worthOf(report);
      };
      for await (const reward of inOrder(places, concurrency, score)) rewards.push(reward);
      return rewards;
    } finally {
      await Promise.all([...checkers.values()].map((checker) => checker.close()));
    }
  };
}

/** The other columns of a reply's row. */
function rowOf({ completions, prompts: _, ...columns }: RewardBatch, index: number): JsonObject {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, values]) =>
      Array.isArray(values) && values.length === completions.length ? [[name, values[index] as Json]] : [],
    ),
  );
}

function worthOf({ ok, results }: Report): number | null {
  if (ok) return 1;
  const isUnscored = results.some(({ severity, fault }) => severity === 'must' && fault === 'machine');
  const failed = results.some(({ severity, verdict }) => severity === 'must' && verdict === 'fail');
  return isUnscored && !failed ? null : 0;
}
