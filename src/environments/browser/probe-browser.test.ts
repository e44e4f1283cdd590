import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { probeBrowser } from './probe-browser.js';

const folder = mkdtempSync(join(tmpdir(), 'mettle-probe-browser-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('finds the package beside Mettle, and a program by any of its names', () => {
  const program = join(folder, 'chromium-browser');
  writeFileSync(program, '#!/bin/sh\n');
  chmodSync(program, 0o755);
  expect(
    probeBrowser({ PATH: `/nowhere:${folder}` }).map(({ name, available }) => [name, available]),
  ).toEqual([
    ['playwright-core', true],
    ['chromium', true],
  ]);
});

it('says how to install what is missing', () => {
  const [playwright] = probeBrowser({}, join(folder, 'program.js'));
  expect(playwright).toMatchObject({ available: false, install: 'npm install playwright-core' });
});
