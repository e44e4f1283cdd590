import { expect } from '../../core/internal.js';
import type { Sandbox } from '../contract.js';
import type { DefineCase } from './define-case.js';

/** What every engine does with the inputs of a sandbox. */
export function inputCases(it: DefineCase): void {
  const inputs = { seed: 7, row: [1n, null, new Uint8Array([1, 2])] };
  const seedOf = async (sandbox: Sandbox): Promise<unknown> => (await sandbox.run('seed')).value;

  it('are bound by the first run that comes to pass', async ({ open }) => {
    const sandbox = await open({ inputs });
    expect((await sandbox.run('1', { signal: AbortSignal.abort() })).error?.kind).toBe('aborted');
    expect((await sandbox.run('1 + 1', { limits: { maxSourceBytes: 1 } })).error?.kind).toBe('limit');
    expect(await seedOf(sandbox)).toBe(7);
  });

  it('outlive a first run that is ended or does not compile', async ({ open }) => {
    const sandbox = await open({ inputs });
    expect((await sandbox.run('def')).error?.kind).toBe('syntax');
    expect((await sandbox.run('while True: pass', { limits: { timeoutSeconds: 0.1 } })).error?.kind).toBe(
      'timeout',
    );
    expect(await seedOf(sandbox)).toBe(7);
  });

  it('are bound once: what a run makes of them stays', async ({ open }) => {
    const sandbox = await open({ inputs });
    await sandbox.run('seed = 8\n1 / 0');
    expect(await seedOf(sandbox)).toBe(8);
  });

  it('are in a dump, before the first run and for a reset after it', async ({ open, load }) => {
    const sandbox = await open({ inputs });
    await using early = await load(await sandbox.dump());
    expect(await seedOf(early)).toBe(7);
    expect((await early.run('[type(row).__name__, row[1], row[2][1]]')).value).toEqual(['list', null, 2]);
    await early.run('seed = 8');
    await using late = await load(await early.dump());
    expect(await seedOf(late)).toBe(8);
    await late.reset();
    expect(await seedOf(late)).toBe(7);
  });

  it('come back when a fork with a copied namespace is reset', async ({ open }) => {
    const sandbox = await open({ inputs });
    await sandbox.run('seed = 8');
    await using fork = await sandbox.fork({ copyNamespace: true });
    expect(await seedOf(fork)).toBe(8);
    await fork.reset();
    expect(await seedOf(fork)).toBe(7);
  });
}
