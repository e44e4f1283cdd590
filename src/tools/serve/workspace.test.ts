import { expect } from 'vitest';
import { createSandbox } from '../../sandbox/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { MAIN, Workspace } from './workspace.js';

const why = await createSandbox().then(
  (sandbox) => sandbox.close().then(() => null),
  (error: Error) => error.message,
);

unless(why).it('holds to its number of forks, however many are asked for at once', async () => {
  const workspace = await Workspace.open({});
  try {
    const ends = await Promise.allSettled(Array.from({ length: 40 }, () => workspace.fork(MAIN)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
    expect(workspace.handles).toHaveLength(33);
  } finally {
    await workspace.close();
  }
});
