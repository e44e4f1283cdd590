import { it } from 'vitest';
import { expectRescored } from './rescore-suite.fixture.js';

it('gives 10,000 records the outcome that their episodes had live', async () => {
  await expectRescored(10_000);
}, 900_000);
