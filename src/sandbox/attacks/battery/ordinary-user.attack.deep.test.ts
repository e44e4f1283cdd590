import { unless } from '../../../testing/unless.fixture.js';
import { SKIPPED } from '../../cpython/test-engine.fixture.js';
import { ordinaryUserEngine } from './ordinary-user.fixture.js';
import { batterySuite } from './suite.fixture.js';
import { VISIBLE } from './visible.fixture.js';

/** An ordinary user tries this as the battery in Landlock. */
const isRoot = process.getuid?.() === 0;
const skipped = isRoot ? SKIPPED : 'the battery in Landlock is tried as an ordinary user already';

unless(skipped).describe('the battery in Landlock as an ordinary user', () =>
  batterySuite({ isCpython: true, open: ordinaryUserEngine, except: VISIBLE }),
);
