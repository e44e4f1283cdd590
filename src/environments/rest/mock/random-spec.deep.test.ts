import { expect, it } from 'vitest';
import { checkRandomSpecs } from './random-spec.fixture.js';

it('draws arguments that fit and answers what the document declares, for any of 300 documents', () => {
  expect(checkRandomSpecs(300, 21)).toBeGreaterThan(2_000);
});
