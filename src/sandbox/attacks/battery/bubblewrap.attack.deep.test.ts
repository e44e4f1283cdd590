import { describe } from 'vitest';
import { createCpythonEngine } from '../../cpython/cpython-engine.js';
import { MECHANISMS, SKIPPED } from '../../cpython/test-engine.fixture.js';
import { batterySuite } from './suite.fixture.js';

const mechanism = 'bubblewrap';
const skipped = MECHANISMS.includes(mechanism) ? SKIPPED : ' (skipped: there is no bubblewrap)';

describe.skipIf(skipped !== '')(`the battery in bubblewrap${skipped}`, () =>
  batterySuite({
    isCpython: true,
    open: () => createCpythonEngine({ mechanism, environment: process.env }),
  }),
);
