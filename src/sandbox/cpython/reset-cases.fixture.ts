import { expect, it } from 'vitest';
import { type CHANGES, SURVEY } from './reset-survey.fixture.js';
import type { TestEngine } from './test-engine.fixture.js';

/** Attacks after each of which a reset leaves nothing that other code could see. */
export function changeCases(open: TestEngine['open'], changes: typeof CHANGES): void {
  it.each(changes)('is nothing after an attack on %s', async (_name, code) => {
    const { run, session, files } = await open();
    const before = await run(SURVEY);
    expect(before.error).toBeNull();
    await session.reset();
    await run(code, {}, { timeoutSeconds: 1 });
    await session.reset();
    files.reset();
    expect((await run(SURVEY)).value).toEqual(before.value);
    await session.close();
  });
}
