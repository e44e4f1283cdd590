import { unless } from '../../../testing/unless.fixture.js';
import { createCpythonEngine } from '../../cpython/cpython-engine.js';
import { MECHANISMS, SKIPPED } from '../../cpython/test-engine.fixture.js';
import { batterySuite } from './suite.fixture.js';

const mechanism = 'bubblewrap';
const skipped = MECHANISMS.includes(mechanism) ? SKIPPED : 'there is no bubblewrap';

unless(skipped).describe('the battery in bubblewrap', () =>
  batterySuite({
    isCpython: true,
    open: () => createCpythonEngine({ mechanism, environment: process.env }),
  }),
);
