import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.fixture.js';
import { parquetDataset } from './parquet.js';

const file = temporaryFolder();
const columnData = [
  { name: 'text', data: ['a', 'ü', null] },
  { name: 'count', data: [1n, 9_007_199_254_740_993n, 3n] },
  { name: 'score', data: [0.5, Number.NaN, 2] },
  { name: 'when', data: [new Date(0), new Date(1000), new Date(2000)] },
  { name: 'tags', data: [{ list: ['x', 'y'] }, { list: [] }, null], type: 'JSON' as const },
];
const rows = [
  { text: 'a', count: 1, score: 0.5, when: '1970-01-01T00:00:00.000Z', tags: { list: ['x', 'y'] } },
  { text: 'ü', count: '9007199254740993', score: null, when: '1970-01-01T00:00:01.000Z', tags: { list: [] } },
  { text: null, count: 3, score: 2, when: '1970-01-01T00:00:02.000Z', tags: null },
];

describe('parquetDataset', () => {
  it.each([
    ['Snappy', {}],
    ['no compression', { codec: 'UNCOMPRESSED' as const }],
    [
      'gzip',
      {
        codec: 'GZIP' as const,
        compressors: { GZIP: (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes)) },
      },
    ],
  ])('reads rows of every group, written with %s', async (_, options) => {
    const buffer = parquetWriteBuffer({ columnData, rowGroupSize: 2, ...options });
    const samples = await parquetDataset({ path: file('a.parquet', new Uint8Array(buffer)) }).materialize();
    expect(samples.map(({ x }) => x)).toEqual(rows);
  });

  it('says which row lacks a field, and which file is broken', async () => {
    const path = file('b.parquet', new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 2 })));
    await expect(parquetDataset({ path, input: { a: '{{tags.list[0]}}' } }).materialize()).rejects.toThrow(
      'b.parquet, row 2: the template needs tags.list[0], which this row does not have.',
    );
    const whole = readFileSync(path);
    for (const broken of [
      whole.subarray(0, whole.length / 2),
      Buffer.alloc(0),
      Buffer.from('PAR1 and no more PAR1'),
    ]) {
      await expect(parquetDataset({ path: file('c.parquet', broken) }).materialize()).rejects.toThrow(
        /^c\.parquet can't be read as Parquet: [^\n]*\. It may be cut off\.$/,
      );
    }
    const other = { codec: 'ZSTD' as const, compressors: { ZSTD: (bytes: Uint8Array) => bytes } };
    const zstandard = file('d.parquet', new Uint8Array(parquetWriteBuffer({ columnData, ...other })));
    await expect(parquetDataset({ path: zstandard }).materialize()).rejects.toThrow(
      /^d\.parquet can't be read as Parquet: .*ZSTD.*\. Write it with Snappy, gzip or Brotli\.$/,
    );
    await expect(parquetDataset({ path: '/none.parquet' }).materialize()).rejects.toThrow(
      "Can't read /none.parquet",
    );
  });
});
