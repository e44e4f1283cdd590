import { describe, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { raceCases } from '../attacks/races.fixture.js';
import { attackSuite } from '../attacks/suite.fixture.js';
import { sandboxSuite } from '../testing/index.js';
import { useSandboxes } from '../testing/subject.fixture.js';
import { useContainers } from './containers.fixture.js';

/** A container takes longer to start than a process: the attacks share each for some cases. */
const CASES_PER_RESET = 12;

const skipped = await useContainers();

unless(skipped).describe('containers', () => {
  describe('conform', () => {
    for (const { name, run } of sandboxSuite('docker')) it(name, () => run());
  });
  describe('withstand attacks', () => attackSuite('docker', { casesPerReset: CASES_PER_RESET }));
  describe('withstand races', () => raceCases(useSandboxes('docker')));
});
