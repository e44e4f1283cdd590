import { describe } from 'vitest';
import { MontyEngine } from '../../monty/monty-engine.js';
import { batterySuite } from './suite.fixture.js';

const { available, reason } = await new MontyEngine().probe();
const skipped = available ? '' : ` (skipped: ${reason})`;

describe.skipIf(!available)(`the battery on Monty${skipped}`, () =>
  batterySuite({ isCpython: false, open: () => new MontyEngine({ maxWorkers: 1 }) }),
);
