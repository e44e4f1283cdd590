import { unless } from '../../../testing/unless.fixture.js';
import { createCpythonEngine } from '../../cpython/cpython-engine.js';
import { MECHANISMS, SKIPPED } from '../../cpython/test-engine.fixture.js';
import { MontyEngine } from '../../monty/monty-engine.js';
import { batterySuite } from './suite.fixture.js';
import { VISIBLE } from './visible.fixture.js';

/** A sample of the battery, evenly drawn; all of it is tried by the deep tests. */
const [mechanism] = MECHANISMS;

unless(SKIPPED).describe(`a sample of the battery in ${mechanism}`, () =>
  batterySuite({
    isCpython: true,
    open: () => createCpythonEngine({ mechanism: mechanism ?? 'landlock', environment: process.env }),
    except: mechanism === 'landlock' ? VISIBLE : {},
    oneOf: 25,
  }),
);

const monty = await new MontyEngine().probe();

unless(monty.available ? null : monty.reason).describe('a sample of the battery on Monty', () =>
  batterySuite({ isCpython: false, open: () => new MontyEngine({ maxWorkers: 1 }), oneOf: 8 }),
);
