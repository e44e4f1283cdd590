import { expect, it } from 'vitest';
import { mineConstants } from './mine-constants.js';

it.each([
  ['endings', { Roma: 'Roma, Italia', Pisa: 'Pisa, Italia', Bari: 'Bari, Italia' }, ', Italia'],
  ['endings of which each begins alike', { Roma: 'Roma, Italia', Pisa: 'Pisa, Italia' }, ', Italia'],
  ['beginnings', { Anna: 'Dear Dr. Anna', Alex: 'Dear Dr. Alex' }, 'Dear Dr. '],
])('%s are mined without a part of a word', (_name, pairs, affix) => {
  const train = Object.entries(pairs).map(([input, output]) => ({ input, output }));
  const problem = { variable: 'text', train, holdout: [], unlabelled: [], depth: 0 };
  expect(mineConstants(problem).fragment.map(({ value }) => value)).toContain(affix);
});
