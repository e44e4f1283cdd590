import { expect, it } from 'vitest';
import type { SqlTable } from './sql-content.js';
import { readSqlSchema } from './sql-schema.js';

const readTables = (tables: readonly SqlTable[]) => readSqlSchema({ content: { tables } });
const table = (name: string, columns: string) => ({ name, columns, rows: [] });

it('reads columns, keys and references of tables', async () => {
  const [user, purchase] = await readTables([
    table('user', 'id integer PRIMARY KEY, email TEXT NOT NULL UNIQUE, name text, UNIQUE (name)'),
    table(
      'purchase',
      'shop INTEGER NOT NULL, number INTEGER, user_id INTEGER REFERENCES user(id), other INTEGER REFERENCES user,' +
        ' PRIMARY KEY (number, shop), FOREIGN KEY (shop, number) REFERENCES purchase(shop, number)',
    ),
  ]);
  expect(user).toEqual({
    name: 'user',
    columns: [
      { name: 'id', type: 'INTEGER', nullable: false },
      { name: 'email', type: 'TEXT', nullable: false },
      { name: 'name', type: 'TEXT', nullable: true },
    ],
    primaryKey: ['id'],
    unique: expect.toSatisfy((names: string[]) => names.toSorted().join() === 'email,name'),
    foreignKeys: [],
    constrained: false,
    derived: false,
  });
  expect(purchase?.primaryKey).toEqual(['number', 'shop']);
  expect(purchase?.columns.map(({ nullable }) => nullable)).toEqual([false, false, true, true]);
  expect(purchase?.unique).toEqual([]);
  expect(purchase?.foreignKeys.toSorted((a, b) => a.column.localeCompare(b.column))).toEqual([
    { column: 'other', table: 'user', references: '' },
    { column: 'user_id', table: 'user', references: 'id' },
  ]);
});

it('says that rows have to meet more than is listed', async () => {
  const schemas = await readTables([
    table('checked', 'n INTEGER check (n > 0)'),
    table('combined', 'a INTEGER, b INTEGER, UNIQUE (a, b)'),
    table('plain', 'checks INTEGER'),
  ]);
  expect(schemas.map(({ constrained, unique }) => [constrained, unique])).toEqual([
    [true, []],
    [true, []],
    [false, []],
  ]);
});

it('refuses declarations that SQLite refuses', async () => {
  await expect(readTables([table('broken', 'n INTEGER (')])).rejects.toMatchObject({
    code: 'environments/invalid_sql_content',
  });
});
