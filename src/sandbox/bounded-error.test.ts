import { expect, it } from 'vitest';
import { unless } from '../testing/unless.fixture.js';
import { subjects, useSandboxes } from './testing/subject.fixture.js';

const LONG = 3_000_000;

const PROGRAMS: readonly (readonly [what: string, code: string])[] = [
  ['a class', `raise type("X" * ${LONG}, (Exception,), {})("text")`],
  ['a function', `def f(): 1 / 0\nf.__code__ = f.__code__.replace(co_name="y" * ${LONG})\nf()`],
  ['a file', `exec(compile("1 / 0", "<run " + "z" * ${LONG}, "exec"))`],
  ['a path', `open("/" + "p" * ${LONG})`],
  ['an exception', `raise ValueError("m" * ${LONG})`],
];

for (const { engine, skipped } of subjects) {
  unless(skipped).describe(`an error on ${engine}`, () => {
    const open = useSandboxes(engine);

    it('is kept small, whatever names the code gives things', async () => {
      const sandbox = await open();
      for (const [what, code] of PROGRAMS) {
        const { error } = await sandbox.run(code);
        expect(error, what).not.toBeNull();
        expect(JSON.stringify(error).length, what).toBeLessThan(250_000);
      }
      expect(JSON.stringify(sandbox.history().map(({ error }) => error)).length).toBeLessThan(1_000_000);
    });
  });
}
