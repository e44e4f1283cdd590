import { expect, it } from 'vitest';
import { allHold } from './all-hold.js';

it('says of one example and of several that they hold', () => {
  expect([allHold(1), allHold(3)]).toEqual(['The only example holds.', 'All 3 examples hold.']);
});
