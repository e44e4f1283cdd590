import { expect, it } from 'vitest';
import { NOT_BUILT, runAlone } from '../testing/run-alone.fixture.js';
import { unless } from '../testing/unless.fixture.js';
import { MECHANISMS, SKIPPED } from './cpython/test-engine.fixture.js';
import { done, IDLE, programOf, waits } from './keeps-alive.fixture.js';

const [mechanism = 'landlock'] = MECHANISMS;

unless(SKIPPED || NOT_BUILT).describe('a program with a sandbox, alone in its process', () => {
  it.concurrent.each(waits('quick'))('is kept alive by %s', async (_, { program, prints }) => {
    expect(await runAlone(programOf(mechanism, program, 'closed'))).toMatchObject(done(prints));
  });

  it.concurrent('is kept alive by an abort in a line of the shell, and by a close in another', async () => {
    const program = `
const begun = (options) => new Promise((started) => {
  const result = box.shell('echo on; sleep 600 & wait', { ...options, timeoutSeconds: 600, onOutput: () => started({ result }) });
});
const stop = new AbortController();
const first = await begun({ signal: stop.signal });
stop.abort();
console.log((await first.result).error.message);
const second = await begun({});
await box.close();
console.log((await second.result).error.message);`;
    const prints = ['the run was aborted', 'the sandbox was closed'];
    expect(await runAlone(programOf(mechanism, program, 'closed'))).toMatchObject(done(prints));
  });

  it.concurrent('ends with a sandbox left open that was stopped in a run', async () => {
    const program = IDLE['a sandbox after an abort'] ?? '';
    expect(await runAlone(programOf(mechanism, program, 'idle'))).toMatchObject(done([]));
  });
});
