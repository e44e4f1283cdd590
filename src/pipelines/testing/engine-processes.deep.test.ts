import { NOT_BUILT } from '../../testing/run-alone.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import { crowded, withProcesses } from './engines.fixture.js';
import { engineSuite } from './index.js';

const { describe, it } = unless(NOT_BUILT);

describe.each([
  ['a process for each task at once', withProcesses],
  ['one process for all tasks', crowded],
] as const)('the embedded engine with %s', (_, open) => {
  for (const { name, run } of engineSuite({ open, hasProcesses: true })) it(name, () => run());
});
