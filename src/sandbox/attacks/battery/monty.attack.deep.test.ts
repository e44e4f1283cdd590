import { unless } from '../../../testing/unless.fixture.js';
import { MontyEngine } from '../../monty/monty-engine.js';
import { batterySuite } from './suite.fixture.js';

const { available, reason } = await new MontyEngine().probe();
const skipped = available ? '' : reason;

unless(skipped).describe('the battery on Monty', () =>
  batterySuite({ isCpython: false, open: () => new MontyEngine({ maxWorkers: 1 }) }),
);
