import { expect, it } from 'vitest';
import { checkRandomSpecs } from './random-spec.fixture.js';

it('draws arguments that fit and answers what the document declares, for any document', () => {
  expect(checkRandomSpecs(20, 20)).toBeGreaterThan(130);
});
