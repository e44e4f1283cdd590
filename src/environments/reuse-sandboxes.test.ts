import { expect, it } from 'vitest';
import { createSandbox } from '../sandbox/index.js';
import { unless } from '../testing/unless.fixture.js';
import { reuseSandboxes } from './reuse-sandboxes.js';
import { shopContent } from './shop.fixture.js';
import { createSqlEnvironment } from './sql/sql-environment.js';

const why = await createSandbox().then(
  (sandbox) => sandbox.close().then(() => null),
  (error: Error) => error.message,
);

/** Says where it ran: what a world must find equal to be replayed. */
const TRACE = 'import traceback\ntry:\n    1 / 0\nexcept ZeroDivisionError:\n    traceback.print_exc()';

unless(why).describe('sandboxes that worlds use one after another', () => {
  it('show a world nothing of the world before, and everything as that one found it', async () => {
    await using original = await createSandbox({ files: { 'data.txt': 'given' } });
    await using sandboxes = reuseSandboxes(original);
    let opened = 0;
    let closed = 0;
    const environment = await createSqlEnvironment({
      content: shopContent,
      openSandbox: () => {
        opened++;
        return sandboxes.openSandbox();
      },
      closeSandbox: (sandbox) => {
        closed++;
        return sandboxes.closeSandbox(sandbox);
      },
    });
    const play = async (): Promise<readonly unknown[]> => {
      await using world = await environment.open({ seed: 0 });
      const seen: unknown[] = [];
      for (const code of [
        'left',
        'open("data.txt").read()',
        'open("data.txt", "w").write("changed")\nleft = 1',
        'left',
        TRACE,
      ]) {
        seen.push((await world.call('python', { code })).observation);
      }
      return seen;
    };
    const first = await play();
    expect(first).toMatchObject([
      { status: 'error' },
      { data: { value: 'given' } },
      {},
      { data: { value: 1 } },
      {},
    ]);
    expect(await play()).toEqual(first);
    expect([opened, closed]).toEqual([2, 2]);
  });

  it('are the same one again, and none of them once it is closed', async () => {
    await using original = await createSandbox();
    const sandboxes = reuseSandboxes(original);
    const [one, other] = [await sandboxes.openSandbox(), await sandboxes.openSandbox()];
    expect(other).not.toBe(one);
    await sandboxes.closeSandbox(one);
    expect(await sandboxes.openSandbox()).toBe(one);
    await other.close();
    await sandboxes.closeSandbox(other);
    await sandboxes.closeSandbox(one);
    expect(await sandboxes.openSandbox()).toBe(one);
    await sandboxes.closeSandbox(one);
    await sandboxes.close();
    await expect(one.run('1')).rejects.toMatchObject({ code: 'sandbox/closed' });
  });
});
