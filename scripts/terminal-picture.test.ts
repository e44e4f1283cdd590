import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { needs } from '../src/testing/needs.fixture.js';
import { drawSession, PICTURE, recordSession } from './terminal-picture.mjs';

const withCPython = await needs('cpython');

describe('the picture of a terminal session in the README', () => {
  withCPython.it(
    'is what the commands of the README print now (else run node scripts/terminal-picture.mjs)',
    () => {
      expect(drawSession(recordSession())).toBe(readFileSync(PICTURE, 'utf8'));
    },
  );

  it('draws text as text', () => {
    const picture = drawSession([{ command: 'echo "<b>"', output: '<b> & → \x1b[32m"x"\x1b[39m' }]);
    expect(picture).toContain('&lt;b&gt;\u00a0&amp;\u00a0→\u00a0<tspan class="new">"x"</tspan>');
    expect(picture).not.toContain('<b>');
  });
});
