import { describe, it } from 'vitest';
import { type EnvironmentSubject, environmentSuite } from './index.js';

/** The suite of environments as tests. */
export function describeEnvironment(title: string, subject: EnvironmentSubject): void {
  describe(`${title} as an environment`, () => {
    for (const { name, run } of environmentSuite(subject)) it(name, (context) => run(context));
  });
}
