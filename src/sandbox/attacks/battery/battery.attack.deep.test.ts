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

/** An ordinary user has tried this above. */
const isRoot = process.getuid?.() === 0;
const why = isRoot ? SKIPPED : ' (skipped: the battery in landlock is tried as an ordinary user already)';

describe.skipIf(why !== '')(`the battery in Landlock as an ordinary user${why}`, () =>
  batterySuite({ isCpython: true, open: ordinaryUserEngine, except: VISIBLE }),
);
