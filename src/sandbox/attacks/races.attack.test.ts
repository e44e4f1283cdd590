import { describe } from 'vitest';
import { subjects, useSandboxes } from '../testing/subject.fixture.js';
import { raceCases } from './races.fixture.js';

for (const { engine, skipped } of subjects) {
  describe.skipIf(skipped !== '')(`races on the tree of ${engine}${skipped}`, () =>
    raceCases(useSandboxes(engine)),
  );
}
