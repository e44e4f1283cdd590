import { describe, expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import { CpythonSession } from './cpython-session.js';
import { ENDED, fromCode, startLiar } from './lying-supervisor.fixture.js';
import { LIMITS } from './test-engine.fixture.js';

describe('a process that cannot be brought back to its beginning', () => {
  it('runs nothing any more: a run that was sent to it begins in a new one', async () => {
    let started = 0;
    const session = new CpythonSession({
      files: createFileTree(),
      limits: LIMITS,
      startProcess: () => {
        const value = ++started;
        const result = fromCode('V', { ok: true, value, error: null, seconds: 0 });
        return startLiar([{ bytes: result }, { bytes: ENDED }]);
      },
    });
    const rest = { fileName: null, inputs: {}, functions: {}, limits: LIMITS, signal: null, onOutput: null };
    const run = (runNumber: number) => session.run({ code: 'pass', runNumber, ...rest });
    expect(await run(1)).toMatchObject({ ok: true, value: 1 });
    expect(await run(2)).toMatchObject({ ok: true, value: 1 });
    await session.reset();
    expect(await run(3)).toMatchObject({ ok: true, value: 2, namespaceLost: false });
    await session.close();
    expect(started).toBe(2);
  });
});
