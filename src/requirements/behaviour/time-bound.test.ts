import { afterAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { whyUnavailable } from '../replies.fixture.js';
import { createJudging } from '../subject/judge-code.fixture.js';
import { TimeBound } from './time-bound.js';

const why = await whyUnavailable('cpython');
const bound = TimeBound({
  functionName: 'f',
  argumentsOf: (size) => [size],
  sizes: [10, 100],
  maxSeconds: 0.05,
  timeoutSeconds: 20,
  engine: 'cpython',
});
const BURN = 'def burn():\n    for _ in range(12_000_000):\n        pass\n';

unless(why).describe('TimeBound', () => {
  const { python, judge } = createJudging(1);
  afterAll(() => python.close());

  it.each([
    ['fast code', 'def f(n):\n    return n'],
    ['code that takes long to load', `${BURN}burn()\ndef f(n):\n    return n`],
    ['code that waits', 'import time\ndef f(n):\n    time.sleep(0.1)'],
  ])('passes %s', async (_name, code) => {
    expect(await judge(code, bound)).toMatchObject({ verdict: 'pass' });
  });

  it.each([
    ['the first call', 'calls = []\ndef f(n):\n    calls.append(n)\n    if len(calls) == 1:\n        burn()'],
    [
      'patched clocks',
      'import time\nfor name in dir(time):\n    if "time" in name or "perf" in name:\n        setattr(time, name, lambda *a: 0)\ndef f(n):\n    burn()',
    ],
    [
      'a thread',
      'import threading\ndef f(n):\n    thread = threading.Thread(target=burn)\n    thread.start()\n    thread.join()',
    ],
    [
      'a child process',
      'import os\ndef f(n):\n    pid = os.fork()\n    if pid == 0:\n        burn()\n        os._exit(0)\n    os.waitpid(pid, 0)',
    ],
    [
      'a child that nobody waits for',
      'import os\ndef f(n):\n    r, w = os.pipe()\n    if os.fork() == 0:\n        burn()\n        os.write(w, b"x")\n        os._exit(0)\n    os.read(r, 1)',
    ],
    [
      'a process that has lost its parent',
      'import os\ndef f(n):\n    r, w = os.pipe()\n    pid = os.fork()\n    if pid == 0:\n        if os.fork() == 0:\n            burn()\n            os.write(w, b"x")\n        os._exit(0)\n    os.waitpid(pid, 0)\n    os.read(r, 1)',
    ],
    ['its result', 'def f(n):\n    burn()\n    yield 1'],
  ])('counts what %s costs', async (_name, code) => {
    expect(await judge(`${BURN}${code}`, bound)).toMatchObject({
      verdict: 'fail',
      reason: expect.stringContaining('at most 0.05 s are allowed'),
    });
  });
});
