import { expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../sandbox/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { whyUnavailable } from '../replies.fixture.js';
import { planExecution } from './plan-execution.js';
import { SandboxPool } from './sandbox-pool.js';

const why = await whyUnavailable('monty');
unless(why).describe('SandboxPool', () => {
  const plan = planExecution({ engine: 'monty' });
  function makePool(maxSandboxes: number): { readonly pool: SandboxPool; readonly opened: () => number } {
    let opened = 0;
    const pool = new SandboxPool({
      maxSandboxes,
      open: () => {
        opened++;
        return createSandbox({ engine: 'monty' });
      },
    });
    return { pool, opened: () => opened };
  }

  it('lends each sandbox again, emptied of names and files', async () => {
    const { pool, opened } = makePool(1);
    await pool.use(plan, async (sandbox) => {
      await sandbox.run('secret = 1');
      sandbox.files.writeText('/left.txt', 'x');
    });
    await pool.use(plan, async (sandbox) => {
      expect((await sandbox.run('secret')).error?.type).toBe('NameError');
      expect(sandbox.files.exists('/left.txt')).toBe(false);
    });
    expect(opened()).toBe(1);
    await pool.close();
  });

  it('lets borrowers wait in order, and leaves out who gives up', async () => {
    const { pool } = makePool(1);
    const order: number[] = [];
    const controller = new AbortController();
    const borrow = (number: number, signal?: AbortSignal): Promise<void> =>
      pool.use(plan, async () => void order.push(number), signal === undefined ? {} : { signal });
    const waiting = [borrow(1), borrow(2, controller.signal), borrow(3)];
    controller.abort(new Error('gave up'));
    await expect(waiting[1]).rejects.toThrow('gave up');
    await Promise.all([waiting[0], waiting[2]]);
    expect(order).toEqual([1, 3]);
    await pool.close();
  });

  it('does not let a borrower wait for itself', async () => {
    const { pool, opened } = makePool(1);
    const both = await pool.use(plan, () => pool.use(plan, async () => 'both', { judges: true }));
    expect(both).toBe('both');
    expect(opened()).toBe(2);
    expect(await pool.use(plan, async () => 'again')).toBe('again');
    await pool.close();
  });

  it('lends to judge only what never held code under judgement', async () => {
    const { pool, opened } = makePool(2);
    const held: Sandbox[] = [];
    const judges: Sandbox[] = [];
    for (let verdict = 0; verdict < 8; verdict++) {
      await pool.use(plan, async (subject) => {
        held.push(subject);
        await pool.use(plan, async (judge) => void judges.push(judge), { judges: true });
      });
    }
    expect(opened()).toBeLessThan(16);
    expect(judges.filter((judge) => held.includes(judge))).toEqual([]);
    await pool.close();
  });

  it('gives its place back when nothing can be opened, and when the borrower fails', async () => {
    let broken = true;
    const pool = new SandboxPool({
      maxSandboxes: 1,
      open: () => (broken ? Promise.reject(new Error('no engine')) : createSandbox({ engine: 'monty' })),
    });
    await expect(pool.use(plan, async () => 1)).rejects.toThrow('no engine');
    broken = false;
    await expect(pool.use(plan, () => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
    expect(await pool.use(plan, async () => 1)).toBe(1);
    await pool.close();
    await expect(pool.use(plan, async () => 1)).rejects.toMatchObject({ code: 'requirements/closed' });
  });
});
