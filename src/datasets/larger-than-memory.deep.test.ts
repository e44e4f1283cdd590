import { execFile } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './temporary-folder.fixture.js';

const file = temporaryFolder();
const ROWS = 400_000;
const TEXT = 'x'.repeat(500);
const FORMATS = [
  ['jsonlDataset', 'big.jsonl', '', '', '\n'],
  ['jsonDataset', 'big.json', '[', ']', ','],
  ['csvDataset', 'big.csv', 'text\n', '', '\n'],
  ['textDataset', 'big.txt', '', '', '\n'],
] as const;

describe('a file of 200 MB in a process with 48 MB for objects', () => {
  it.each(FORMATS)('%s reads every row', async (reader, name, head, tail, between) => {
    const path = file(name, head);
    const row = reader === 'csvDataset' || reader === 'textDataset' ? TEXT : `{"text":"${TEXT}"}`;
    const descriptor = openSync(path, 'a');
    const rows = Array.from({ length: 1000 }, () => row).join(between);
    for (let part = 0; part < ROWS / 1000; part += 1)
      writeSync(descriptor, part === 0 ? rows : between + rows);
    writeSync(descriptor, tail);
    closeSync(descriptor);
    const code = `const { ${reader} } = await import(${JSON.stringify(pathToFileURL('dist/datasets/index.js').href)});
      let rows = 0;
      let characters = 0;
      for await (const { x } of ${reader}({ path: ${JSON.stringify(path)} })) { rows += 1; characters += x.text.length; }
      console.log(rows, characters, process.resourceUsage().maxRSS < 200 * 1024);`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--max-old-space-size=48',
      '--input-type=module',
      '-e',
      code,
    ]);
    expect(stdout).toBe(`${ROWS} ${ROWS * TEXT.length} true\n`);
  });
});
