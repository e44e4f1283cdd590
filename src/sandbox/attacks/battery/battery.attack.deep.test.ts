import { describe } from 'vitest';
import { createCpythonEngine } from '../../cpython/cpython-engine.js';
import { MECHANISMS, SKIPPED } from '../../cpython/test-engine.fixture.js';
import { MontyEngine } from '../../monty/monty-engine.js';
import { ordinaryUserEngine } from './ordinary-user.fixture.js';
import { batterySuite } from './suite.fixture.js';

/** Landlock alone hides no names. */
const VISIBLE = { 'monty: existence': 'docs/sandbox-engines.md, "What is left"' };

const monty = await new MontyEngine().probe();

describe.skipIf(!monty.available)('the battery on Monty', () =>
  batterySuite({ isCpython: false, open: () => new MontyEngine({ maxWorkers: 1 }) }),
);

describe.skipIf(SKIPPED !== '').each(MECHANISMS)(`the battery in %s${SKIPPED}`, (mechanism) =>
  batterySuite({
    isCpython: true,
    open: () => createCpythonEngine({ mechanism, environment: process.env }),
    except: mechanism === 'landlock' ? VISIBLE : {},
  }),
);

describe.skipIf(SKIPPED !== '')(`the battery in Landlock as an ordinary user${SKIPPED}`, () =>
  batterySuite({ isCpython: true, open: ordinaryUserEngine, except: VISIBLE }),
);
