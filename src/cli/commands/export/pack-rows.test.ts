import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { harborTasks, huggingFaceFolder, parquetTable, stsFolder, trlGrpo } from '../../../records/index.js';
import { packRows, rowsPath } from './pack-rows.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-pack-'));
});
afterAll(() => rm(folder, { recursive: true }));

it.each([trlGrpo, parquetTable, stsFolder, harborTasks, huggingFaceFolder])(
  'stops $name at Ctrl-C and leaves nothing',
  async (format) => {
    const output = join(folder, 'output');
    await writeFile(rowsPath(output), '{}\n'.repeat(3));
    const signal = AbortSignal.abort();
    await expect(packRows(format, output, { signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(await readdir(folder)).toEqual([]);
  },
);
