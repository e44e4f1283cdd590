import { type ConformanceCase, defineOptions, option } from '../../core/index.js';
import { branchCases } from './branches.js';
import { callCases } from './calls.js';
import { endingCases } from './endings.js';
import { episodeCases } from './episodes.js';
import { hostSafetyCases } from './host-safety.js';
import type { EnvironmentSubject } from './subject.js';

const checkSubject = defineOptions<EnvironmentSubject>()('environmentSuite', {
  create: option.required(option.callback),
  reads: option.required(option.list()),
  writes: option.required(option.list()),
  failing: option.required(option.object),
  slow: option.object,
  long: option.object,
  hostProbes: option.required(option.callback),
  breakWorld: option.callback,
});

/**
 * The laws that every environment keeps, as cases for any test runner.
 *
 * @example
 * ```ts
 * import { test } from 'node:test';
 * import { createFileEnvironment } from 'mettle/environments';
 * import { environmentSuite } from 'mettle/environments/testing';
 *
 * const cases = environmentSuite({
 *   create: () => createFileEnvironment({ files: { 'a.txt': 'one' } }),
 *   reads: [{ tool: 'read_file', arguments: { path: 'a.txt' } }],
 *   writes: [{ tool: 'write_file', arguments: { path: 'a.txt', content: 'two' } }],
 *   failing: { tool: 'read_file', arguments: { path: 'none.txt' } },
 *   hostProbes: ({ file }) => [{ tool: 'read_file', arguments: { path: file } }],
 * });
 * for (const { name, run } of cases) test(name, (t) => run(t));
 * ```
 */
export function environmentSuite(subject: EnvironmentSubject): readonly ConformanceCase[] {
  checkSubject(subject);
  const cases: ConformanceCase[] = [];
  for (const define of [episodeCases, callCases, branchCases, endingCases, hostSafetyCases]) {
    define(subject, (name, run) =>
      cases.push({
        name,
        run: async (test) => {
          await using environment = await subject.create();
          await run(environment, (reason) => test?.skip(reason));
        },
      }),
    );
  }
  return cases;
}
