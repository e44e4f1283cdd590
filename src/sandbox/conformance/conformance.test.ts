import { describe } from 'vitest';
import { subjects } from './subject.fixture.js';
import { conformanceSuite } from './suite.fixture.js';

for (const { engine, skipped } of subjects) {
  describe.skipIf(skipped !== '')(`engine ${engine}${skipped}`, () => conformanceSuite(engine));
}
