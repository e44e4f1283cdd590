import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, expect, it } from 'vitest';
import { createSqlEnvironment } from '../sql-environment.js';

const root = await mkdtemp(join(tmpdir(), 'mettle-sql-folder-'));
afterAll(() => rm(root, { recursive: true }));

async function folderOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await mkdtemp(join(root, 'f-'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

const SHOP = {
  'customers.csv': 'id,Full Name,zip,joined\n1,Ann,0123,2020-01-01\n2,"Bob, Jr.",4000,\n',
  'orders.jsonl':
    '{"id": 7, "customer_id": 1, "total": 9.5, "tags": ["a"]}\n{"id": 8, "customer_id": 2, "total": 3, "paid": true}\n',
  'notes.tsv': 'order_id\ttext\n7\tfirst\n9\tof no order\n',
};

it('makes a table of each file, with types, keys and references that its values bear out', async () => {
  const { open, tools, leftOut } = await createSqlEnvironment({ database: await folderOf(SHOP) });
  await using world = await open({ seed: 0 });
  expect(Object.fromEntries(world.state())).toEqual({
    'customers/1': { id: 1, 'Full Name': 'Ann', zip: '0123', joined: '2020-01-01' },
    'customers/2': { id: 2, 'Full Name': 'Bob, Jr.', zip: '4000', joined: null },
    'notes/#1': { order_id: 7, text: 'first' },
    'notes/#2': { order_id: 9, text: 'of no order' },
    'orders/7': { id: 7, customer_id: 1, total: 9.5, tags: '["a"]', paid: null },
    'orders/8': { id: 8, customer_id: 2, total: 3, tags: null, paid: 1 },
  });
  expect(leftOut).toEqual([]);
  expect(tools[0]?.description).toContain('"customer_id" INTEGER NOT NULL REFERENCES "customers"');
  expect(tools[0]?.description).toContain('"order_id" INTEGER NOT NULL, "text"');
});

it('reads Parquet, and dumps beside the other files', async () => {
  const parquet = parquetWriteBuffer({
    columnData: [
      { name: 'id', data: [1, 2], type: 'INT32' },
      { name: 'name', data: ['fig', 'plum'], type: 'STRING' },
    ],
  });
  const database = await folderOf({
    'fruit.parquet': new Uint8Array(parquet),
    'b-rows.sql': 'INSERT INTO shop VALUES (1);',
    'c-tables.sql': 'CREATE TABLE shop (id INTEGER PRIMARY KEY)',
  });
  const { open } = await createSqlEnvironment({ database });
  await using world = await open({ seed: 0 });
  expect([...world.state().keys()].sort()).toEqual(['fruit/1', 'fruit/2', 'shop/1']);
});

it('leaves out files that can not be read, by name and with the line', async () => {
  const database = await folderOf({
    ...SHOP,
    'bad.csv': 'a,b\n1\n',
    'ORDERS.csv': 'a\n1\n',
    'none.jsonl': '',
  });
  const { leftOut } = await createSqlEnvironment({ database });
  expect(leftOut).toEqual([
    { name: 'file bad.csv', reason: expect.stringContaining('line 2') },
    { name: 'file none.jsonl', reason: 'It has no row.' },
    { name: 'file orders.jsonl', reason: 'There is a table orders already.' },
  ]);
});

it('knows a folder again by the names and contents of its files', async () => {
  const first = await createSqlEnvironment({ database: await folderOf(SHOP) });
  const same = await createSqlEnvironment({ database: await folderOf(SHOP) });
  const other = await createSqlEnvironment({ database: await folderOf({ ...SHOP, 'notes.tsv': 'a\n1\n' }) });
  expect(first.fingerprint).toBe(same.fingerprint);
  expect(first.fingerprint).not.toBe(other.fingerprint);
});

it('refuses a folder with nothing to read, and one that is too large', async () => {
  const empty = await folderOf({ 'readme.txt': 'x' });
  await mkdir(join(empty, 'deep'));
  await expect(createSqlEnvironment({ database: empty })).rejects.toMatchObject({
    code: 'environments/invalid_sql_content',
    message: expect.stringContaining('holds no file'),
  });
  const limits = { maxDatabaseBytes: 40 };
  await expect(createSqlEnvironment({ database: await folderOf(SHOP), limits })).rejects.toMatchObject({
    code: 'environments/too_large',
  });
});

it('takes names of every kind, and rows for the tables that a dump declares', async () => {
  const database = await folderOf({
    'order.csv': 'id,n\n1,2\n',
    'select.csv': 'id,order_id\n1,1\n',
    'größe.csv': 'id\n1\n',
    'sqlite_x.csv': 'id\n1\n',
    'schema.sql': 'CREATE TABLE Shop (id INTEGER PRIMARY KEY, name TEXT NOT NULL, open BOOLEAN DEFAULT 1)',
    'shop.csv': 'id,name\n1,Fig\n',
    'shops.csv': 'id,name\n1,\n',
    'more.sql':
      'CREATE TABLE shops (id INTEGER PRIMARY KEY, name TEXT NOT NULL); CREATE TABLE other (id INTEGER)',
    'other.csv': 'id,colour\n1,red\n',
  });
  const { open, leftOut } = await createSqlEnvironment({ database });
  await using world = await open({ seed: 0 });
  expect(Object.fromEntries(world.state())).toEqual({
    'order/1': { id: 1, n: 2 },
    'select/1': { id: 1, order_id: 1 },
    'größe/1': { id: 1 },
    '_sqlite_x/1': { id: 1 },
    'Shop/1': { id: 1, name: 'Fig', open: 1 },
  });
  expect(leftOut).toEqual([
    { name: 'file other.csv', reason: 'The table other of the dump has no column colour.' },
    { name: 'file shops.csv', reason: expect.stringContaining('NOT NULL') },
  ]);
});

it('leaves out files whose values are not read exactly, or take more than the file has', async () => {
  const wide = Array.from({ length: 500 }, (_, index) => `"c${index}":1`).join(',');
  const database = await folderOf({
    'a.csv': 'id,big\n1,9007199254740993\n',
    'b.jsonl': '{"id":1,"big":9007199254740993}\n',
    'wide.jsonl': `{${wide}}\n${'{}\n'.repeat(1_000)}`,
    'long.jsonl': Array.from({ length: 2_100 }, (_, index) => `{"c${index}":1}\n`).join(''),
  });
  const { open, leftOut } = await createSqlEnvironment({ database, limits: { maxDatabaseBytes: 200_000 } });
  await using world = await open({ seed: 0 });
  expect(Object.fromEntries(world.state())).toEqual({ 'a/1': { id: 1, big: '9007199254740993' } });
  expect(leftOut.map(({ name, reason }) => [name, /beyond 2\^53|take more than/.test(reason)])).toEqual([
    ['file b.jsonl', true],
    ['file long.jsonl', true],
    ['file wide.jsonl', true],
  ]);
});
