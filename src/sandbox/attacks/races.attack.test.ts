import { unless } from '../../testing/unless.fixture.js';
import { subjects, useSandboxes } from '../testing/subject.fixture.js';
import { raceCases } from './races.fixture.js';

for (const { engine, skipped } of subjects) {
  unless(skipped).describe(`races on the tree of ${engine}`, () => raceCases(useSandboxes(engine)));
}
