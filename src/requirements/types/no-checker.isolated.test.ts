import { expect, it, vi } from 'vitest';
import { checkPython } from '../pipeline/check-reply.js';
import { TypesHold } from './types-hold.js';

it('TypesHold says that nothing is known, and why, where there is no Monty', async () => {
  vi.stubEnv('METTLE_MONTY_BIN', '/nowhere/monty');
  const { ok, results } = await checkPython('x: int = "a"\n', [TypesHold()]);
  expect(ok).toBe(false);
  expect(results).toMatchObject([{ verdict: 'not_checked', cause: 'engine' }]);
  expect(results[0]?.reason).toContain('METTLE_MONTY_BIN names /nowhere/monty');
});
