import { afterAll, beforeAll, describe } from 'vitest';
import type { Environment } from '../environment.js';
import { describeBranches } from './branches.fixture.js';
import { describeCalls } from './calls.fixture.js';
import { describeEndings } from './endings.fixture.js';
import { describeEpisodes } from './episodes.fixture.js';
import { describeHostSafety } from './host-safety.fixture.js';
import type { EnvironmentSubject } from './subject.fixture.js';

export type { EnvironmentSubject } from './subject.fixture.js';

/** The laws that every environment keeps, as tests. All share one environment; each opens worlds of its own. */
export function describeEnvironment(name: string, subject: EnvironmentSubject): void {
  describe(`${name} as an environment`, () => {
    let environment: Environment;
    beforeAll(async () => {
      environment = await subject.create();
    });
    afterAll(() => environment?.close());
    const get = (): Environment => environment;
    describeEpisodes(subject, get);
    describeCalls(subject, get);
    describeBranches(subject, get);
    describeEndings(subject, get);
    describeHostSafety(subject, get);
  });
}
