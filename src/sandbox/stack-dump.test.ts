import { expect, it } from 'vitest';
import { framesOfDump, framesOfTraceback } from './stack-dump.js';

it('reads the frames of the user, outermost first, up to what called them', () => {
  const dump = [
    'Stack (most recent call first):',
    '  File "/usr/lib/python3.11/threading.py", line 1112 in join',
    '  File "/w/lib/n\\xe4me.py", line 3 in gr\\u0f00\\U0001f600',
    '  File "<run 2>", line 4 in <module>',
    '  File "<mettle>/mettle_source", line 90 in run_code',
    '  File "<string>", line 52 in <module>',
    '',
  ].join('\n');
  expect(framesOfDump(dump, '/w')).toEqual([
    { file: '<run 2>', line: 4, function: '<module>' },
    { file: '/lib/näme.py', line: 3, function: 'gr\u0f00😀' },
  ]);
});

it('takes nothing for a frame that is none, and keeps the ends of a deep stack', () => {
  const forged = [
    '  File "<run 1>", line ??? in f',
    '  File "<run 1>", line 12345678901 in f',
    '\\U99999999',
    '',
  ];
  expect(framesOfDump(forged.join('\n'), '/w')).toEqual([]);
  const deep = Array.from({ length: 100 }, (_, at) => `  File "<run 1>", line ${at + 1} in f`).join('\n');
  const frames = framesOfDump(deep, '/w');
  expect([frames.length, frames[0]?.line, frames.at(-1)?.line]).toEqual([50, 100, 1]);
});

it('reads the last traceback that Python printed', () => {
  const stderr = [
    'Traceback (most recent call last):',
    '  File "/t/main.py", line 1, in <module>',
    'KeyError: 1',
    '',
    'During handling of the above exception, another exception occurred:',
    '',
    'Traceback (most recent call last):',
    '  File "/t/main.py", line 9, in <module>',
    '    f()',
    '  File "/usr/lib/json.py", line 5, in loads',
    '  File "/t/main.py", line 3, in f',
    'ValueError: no',
  ].join('\n');
  expect(framesOfTraceback(stderr, '/t').map(({ line, function: name }) => [line, name])).toEqual([
    [9, '<module>'],
    [3, 'f'],
  ]);
});
