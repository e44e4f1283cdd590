import { describe } from 'vitest';
import { subjects } from '../testing/subject.fixture.js';
import { attackSuite } from './suite.fixture.js';

for (const { engine, skipped } of subjects) {
  describe.skipIf(skipped !== '')(`attacks on ${engine}${skipped}`, () =>
    attackSuite(engine, { casesPerReset: 1 }),
  );
}
