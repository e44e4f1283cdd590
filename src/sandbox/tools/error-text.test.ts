import { expect, it } from 'vitest';
import { endedError } from '../ended-errors.js';
import { errorText } from './error-text.js';

const said = (hint: string): string => errorText(endedError('runtime', 'E', 'm', hint));

it('gives a model no advice that only who set the sandbox up can follow', () => {
  expect(said('Do less in one run, or raise timeoutSeconds.')).toBe('E: m\nDo less in one run.');
  expect(said('Print less: a summary, or the first rows; or raise maxOutputChars.')).toBe(
    'E: m\nPrint less: a summary, or the first rows.',
  );
  expect(said('Write it with those, or pass the folder with createSandbox({ packages }).')).toBe(
    'E: m\nWrite it with those.',
  );
  expect(
    said(
      'Run it on CPython: the engine cpython on Linux (best with bubblewrap installed), or the engine docker.',
    ),
  ).toBe('E: m\nDo it in another way: this Python lacks it.');
  expect(said('Define them again.')).toBe('E: m\nDefine them again.');
});

it('cuts a long message in its middle and a long line of source at its end', () => {
  const error = {
    ...endedError('runtime', 'E', `begin${'x'.repeat(50_000)}end`),
    line: 1,
    frames: [{ file: '<run 1>', line: 1, function: '<module>' }],
  };
  const text = errorText(error, { code: `y = ${'z'.repeat(5000)}` });
  expect(text).toMatch(/^E: begin.*characters left out.*end \(line 1\)\n {2}line 1: y = z+…$/s);
  expect(text.length).toBeLessThan(4500);
});
