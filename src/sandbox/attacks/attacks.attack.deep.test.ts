import { unless } from '../../testing/unless.fixture.js';
import { subjects } from '../testing/subject.fixture.js';
import { attackSuite } from './suite.fixture.js';

for (const { engine, skipped } of subjects) {
  unless(skipped).describe(`attacks on ${engine}`, () => attackSuite(engine, { casesPerReset: 1 }));
}
