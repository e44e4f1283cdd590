import { expect, it } from 'vitest';
import { createFileTree } from '../filesystem/index.js';
import { saveInputs } from './inputs-file.js';

it('saves every value and shows only how each begins', () => {
  const files = createFileTree();
  const inputs = {
    text: 'x'.repeat(300),
    rows: [1, 2, 3, 4, 5, 6, 7],
    short: [true, null],
    record: { a: 1 },
    wide: ['y'.repeat(300)],
    count: 3,
    nothing: null,
  };
  expect(saveInputs(files, inputs)).toEqual({
    inputs_file: 'inputs.json',
    fields: [
      { name: 'text', type: 'string', size: 300, preview: 'x'.repeat(200), truncated: true },
      { name: 'rows', type: 'array', size: 7, preview: [1, 2, 3, 4, 5], truncated: true },
      { name: 'short', type: 'array', size: 2, preview: [true, null], truncated: false },
      { name: 'record', type: 'object', size: 1, preview: { a: 1 }, truncated: false },
      { name: 'wide', type: 'array', size: 1, preview: `["${'y'.repeat(198)}`, truncated: true },
      { name: 'count', type: 'number', size: 1, preview: 3, truncated: false },
      { name: 'nothing', type: 'null', size: 1, preview: null, truncated: false },
    ],
  });
  expect(JSON.parse(files.readText('inputs.json'))).toEqual(inputs);
});

it('takes a name that nothing has in any case, and leaves what has it alone', () => {
  const files = createFileTree({ files: { 'Inputs.JSON': 'mine', 'inputs_1.json/a': 'a folder' } });
  expect(saveInputs(files, { a: 1 }).inputs_file).toBe('inputs_2.json');
  expect(files.readText('Inputs.JSON')).toBe('mine');
});

it('counts the file as a change only where someone made another of it', () => {
  const files = createFileTree();
  const { inputs_file: path } = saveInputs(files, { a: 1 });
  expect([files.exists(path), files.changes(), files.journal()]).toEqual([
    true,
    { written: [], deleted: [] },
    [],
  ]);
  files.writeText(path, 'notes');
  expect(files.changes()).toEqual({ written: [path], deleted: [] });
});
