import { describe } from 'vitest';
import { raceCases } from '../attacks/races.fixture.js';
import { attackSuite } from '../attacks/suite.fixture.js';
import { useSandboxes } from '../conformance/subject.fixture.js';
import { conformanceSuite } from '../conformance/suite.fixture.js';
import { useContainers } from './containers.fixture.js';

/** A container takes longer to start than a process: the attacks share each for some cases. */
const CASES_PER_RESET = 12;

const skipped = await useContainers();

describe.skipIf(skipped !== '')(`containers${skipped}`, () => {
  describe('conform', () => conformanceSuite('docker'));
  describe('withstand attacks', () => attackSuite('docker', { casesPerReset: CASES_PER_RESET }));
  describe('withstand races', () => raceCases(useSandboxes('docker')));
});
