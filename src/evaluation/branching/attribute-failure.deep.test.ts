import { it } from 'vitest';
import { expectLocated } from './planted-suite.fixture.js';

it('locates at least 95 % of the faults planted in 300 failed episodes', async () => {
  await expectLocated(300, 0.95);
}, 600_000);
