import { describe, expect, it } from 'vitest';
import { runUnconfined } from './local-unsafe.js';

const options = { timeoutSeconds: 60, maxOutputChars: 10_000 };
const { error } = await runUnconfined('print(1)', options);
const why = error === null ? '' : ` (skipped: ${error.message})`;

describe.skipIf(error !== null)(`python3 on this host${why}`, () => {
  it('says where code was when its time was over, and not what Python itself says of it', async () => {
    const code = 'import time\ndef f():\n    time.sleep(99)\nprint("begun", flush=True)\nf()';
    const run = await runUnconfined(code, { ...options, timeoutSeconds: 3 });
    expect(run).toMatchObject({ ok: false, stdout: 'begun\n', stderr: '' });
    expect(run.error).toMatchObject({ kind: 'timeout', line: 3 });
    expect(run.error?.frames).toEqual([
      { file: '<run 1>', line: 5, function: '<module>' },
      { file: '<run 1>', line: 3, function: 'f' },
    ]);
  });
});
