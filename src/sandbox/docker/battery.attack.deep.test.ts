import { unless } from '../../testing/unless.fixture.js';
import { batterySuite } from '../attacks/battery/suite.fixture.js';
import { containers, useContainers } from './containers.fixture.js';

/** Every eighth case of the battery, which makes so many containers; `METTLE_WHOLE_BATTERY=1` tries all. */
const BATTERY_SHARE = process.env.METTLE_WHOLE_BATTERY === '1' ? 1 : 8;

const skipped = await useContainers();

unless(skipped).describe('containers', () =>
  batterySuite({ isCpython: true, open: containers, oneOf: BATTERY_SHARE }),
);
