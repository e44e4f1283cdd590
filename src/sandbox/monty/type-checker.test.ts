import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { createSandbox } from '../create-sandbox.js';
import { MontyTypeChecker } from './type-checker.js';

const why = await createSandbox({ engine: 'monty' }).then(
  (sandbox) => sandbox.close().then(() => null),
  (error: Error) => error.message,
);
const options = { builtinStubs: 'class Given:\n    x: int\n', moduleStub: 'y: int\n' };

unless(why).describe('MontyTypeChecker', () => {
  it('checks against stubs, one program after another, and runs none', async () => {
    const checker = new MontyTypeChecker(options);
    const codes = ['x: str = 1\n', 'import other\nz: str = other.y\n', 'while True: pass\n', 'x + 1\n'];
    const outcomes = await Promise.all(codes.map((code) => checker.check(code)));
    const rules = outcomes.map((outcome) =>
      outcome.kind === 'checked' ? outcome.diagnostics.map(({ rule, line }) => `${rule} ${line}`) : outcome,
    );
    expect(rules).toEqual([
      ['invalid-assignment 1'],
      ['invalid-assignment 2'],
      [],
      ['unresolved-reference 1'],
    ]);
    await checker.close();
  });

  it('gives up where the time is over, and goes on with the next', async () => {
    const checker = new MontyTypeChecker({ ...options, timeoutSeconds: 0.001 });
    const slow = `${'def f(x: int) -> int:\n    return x\n'.repeat(2_000)}`;
    expect(await checker.check(slow)).toEqual({ kind: 'gave_up', reason: 'the type checker took too long' });
    expect((await checker.check(slow)).kind).toBe('gave_up');
    await checker.close();
  });

  it('says what is missing where there is no binary', async () => {
    const checker = new MontyTypeChecker({ ...options, binary: '/nowhere/monty' });
    await expect(checker.check('1')).rejects.toMatchObject({ code: 'sandbox/no_engine' });
    await checker.close();
  });
});
