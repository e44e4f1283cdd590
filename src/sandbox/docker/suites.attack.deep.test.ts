import { afterAll, describe } from 'vitest';
import { batterySuite } from '../attacks/battery/suite.fixture.js';
import { raceCases } from '../attacks/races.fixture.js';
import { attackSuite } from '../attacks/suite.fixture.js';
import { useSandboxes } from '../conformance/subject.fixture.js';
import { conformanceSuite } from '../conformance/suite.fixture.js';
import type { Engine } from '../engine.js';
import { sharedEngine } from '../engines.js';
import { makeLocalImage } from './local-image.fixture.js';

/** Makes containers of this machine's Python the engine `docker`, unless the environment names one; why not, or ''. */
async function setUp(): Promise<string> {
  const { METTLE_CONTAINER_PROGRAM: program } = process.env;
  if (program === undefined || program === '') {
    const { skipped, options, remove } = makeLocalImage('folder');
    if (skipped !== '') return skipped;
    process.env.METTLE_CONTAINER_PROGRAM = options.program;
    process.env.METTLE_CONTAINER_IMAGE = options.image;
    process.env.METTLE_CONTAINER_GLOBAL_FLAGS = options.globalFlags.join(' ');
    process.env.METTLE_CONTAINER_RUN_FLAGS = options.runFlags.join(' ');
    afterAll(remove);
  }
  const { available, reason } = await sharedEngine('docker').probe();
  return available ? '' : reason;
}

const skipped = await setUp();
const why = skipped === '' ? '' : ` (skipped: ${skipped})`;

/** The engine that the environment sets up. It is shared, and ends after all suites. */
function containers(): Engine {
  const engine = sharedEngine('docker');
  return {
    name: engine.name,
    probe: () => engine.probe(),
    openSession: (options) => engine.openSession(options),
    close: async () => {},
  };
}

/** Every fourth case of the battery, which makes so many containers; `METTLE_WHOLE_BATTERY=1` tries all. */
const BATTERY_SHARE = process.env.METTLE_WHOLE_BATTERY === '1' ? 1 : 4;

/** A container takes longer to start than a process: the attacks share each for some cases. */
const CASES_PER_RESET = 12;

describe.skipIf(skipped !== '')(`containers${why}`, () => {
  afterAll(() => sharedEngine('docker').close());
  describe('conform', () => conformanceSuite('docker'));
  describe('withstand attacks', () => attackSuite('docker', { casesPerReset: CASES_PER_RESET }));
  describe('withstand the battery', () =>
    batterySuite({ isCpython: true, open: containers, oneOf: BATTERY_SHARE }));
  describe('withstand races', () => raceCases(useSandboxes('docker')));
});
