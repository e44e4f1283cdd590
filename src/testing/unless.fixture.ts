import { describe as vitestDescribe, it as vitestIt } from 'vitest';

/** `describe` and `it` for tests that need something. Where it's missing, they skip, with the reason in the title. */
export interface NeedyTests {
  /** Why the tests can't run here; null if they can. */
  readonly missing: string | null;
  readonly describe: typeof vitestDescribe;
  readonly it: typeof vitestIt;
}

/** `describe` and `it` that skip their tests if there is a reason to: null, undefined and '' are none. Made of vitest's, or of `given` ones. */
export function unless(
  reason: string | null | undefined,
  given: Pick<NeedyTests, 'describe' | 'it'> = { describe: vitestDescribe, it: vitestIt },
): NeedyTests {
  if (!reason) return { missing: null, ...given };
  return { missing: reason, describe: skipping(given.describe, reason), it: skipping(given.it, reason) };
}

/** Of vitest's `describe` or `it`, what tests call. */
interface TestFunction {
  readonly skip: Skip & { readonly each: (cases: never) => Skip };
}

type Skip = (title: string, ...more: never[]) => void;

function skipping<T extends typeof vitestDescribe | typeof vitestIt>(api: T, reason: string): T {
  const { skip } = api as unknown as TestFunction;
  const titled =
    (make: Skip, suffix: string): Skip =>
    (title, ...more) =>
      make(`${title}${suffix}`, ...more);
  const suffix = ` (skipped: ${reason})`;
  const skipped = Object.assign(titled(skip, suffix), {
    // There, % starts a placeholder.
    each: (cases: never) => titled(skip.each(cases), suffix.replaceAll('%', ' percent')),
  });
  return skipped as unknown as T;
}
