import { unless } from '../../testing/unless.fixture.js';
import { changeCases } from './reset-cases.fixture.js';
import { CHANGES } from './reset-survey.fixture.js';
import { MECHANISMS, SKIPPED, useCpython } from './test-engine.fixture.js';

unless(SKIPPED).describe.each(MECHANISMS)('what is left after reset in %s', (mechanism) => {
  changeCases(useCpython(mechanism).open, CHANGES);
});
