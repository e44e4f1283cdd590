import { unless } from '../../../testing/unless.fixture.js';
import { createCpythonEngine } from '../../cpython/cpython-engine.js';
import { SKIPPED } from '../../cpython/test-engine.fixture.js';
import { batterySuite } from './suite.fixture.js';
import { VISIBLE } from './visible.fixture.js';

unless(SKIPPED).describe('the battery in Landlock', () =>
  batterySuite({
    isCpython: true,
    open: () => createCpythonEngine({ mechanism: 'landlock', environment: process.env }),
    except: VISIBLE,
  }),
);
