import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { prepareOutputFolder } from './output-folder.js';

const folder = await mkdtemp(join(tmpdir(), 'mettle-output-'));
afterAll(() => rm(folder, { recursive: true }));

it('makes the folder and those above it, and says whether it is new', async () => {
  const out = join(folder, 'a', 'b');
  expect(await prepareOutputFolder(out)).toBe(true);
  expect((await stat(out)).isDirectory()).toBe(true);
  expect(await prepareOutputFolder(out)).toBe(false);
});

it('says which folder cannot be written', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(prepareOutputFolder(join(folder, 'file', 'below'))).rejects.toMatchObject({
    code: 'pipelines/output_unwritable',
    message: expect.stringContaining('--out'),
  });
});
