import { describe } from 'vitest';
import { createCpythonEngine } from '../../cpython/cpython-engine.js';
import { SKIPPED } from '../../cpython/test-engine.fixture.js';
import { batterySuite } from './suite.fixture.js';
import { VISIBLE } from './visible.fixture.js';

describe.skipIf(SKIPPED !== '')(`the battery in Landlock${SKIPPED}`, () =>
  batterySuite({
    isCpython: true,
    open: () => createCpythonEngine({ mechanism: 'landlock', environment: process.env }),
    except: VISIBLE,
  }),
);
