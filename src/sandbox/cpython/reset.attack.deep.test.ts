import { describe } from 'vitest';
import { changeCases } from './reset-cases.fixture.js';
import { CHANGES } from './reset-survey.fixture.js';
import { MECHANISMS, SKIPPED, useCpython } from './test-engine.fixture.js';

describe.skipIf(SKIPPED !== '').each(MECHANISMS)(`what is left after reset in %s${SKIPPED}`, (mechanism) => {
  changeCases(useCpython(mechanism).open, CHANGES);
});
