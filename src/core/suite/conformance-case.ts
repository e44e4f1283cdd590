/** What a case needs of the test that runs it: a way to say that it doesn't apply. Vitest's and `node:test`'s contexts fit. */
export interface SkippableTest {
  skip(reason: string): void;
}

/**
 * One case of a conformance suite, such as `sandboxSuite` of `mettle/sandbox/testing`. Any test runner can run it:
 *
 *     for (const { name, run } of sandboxSuite(engine)) test(name, (t) => run(t));
 */
export interface ConformanceCase {
  /** A sentence, unique in its suite. */
  readonly name: string;
  /**
   * Rejects with what doesn't conform. A case that doesn't apply (of forks, for a world that can't fork) passes, and calls
   * `skip` of the test, if given one, with the reason.
   */
  run(test?: SkippableTest): Promise<void>;
}
