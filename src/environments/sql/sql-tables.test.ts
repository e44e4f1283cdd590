import { expect, it } from 'vitest';
import {
  isNamedByRowid,
  type SqlKeyValue,
  type SqlTableShape,
  sqlRowName,
  sqlTableShapes,
} from './sql-tables.js';
import { loadSqlite } from './sqlite-library.js';

const shape = (more: Partial<SqlTableShape> = {}): SqlTableShape => ({
  name: 't',
  columns: ['a', 'b'],
  types: ['TEXT', 'TEXT'],
  key: [0],
  rowid: 'rowid',
  isComputed: false,
  ...more,
});
const both = { key: [0, 1] };

it.each<[Partial<SqlTableShape>, readonly SqlKeyValue[], string]>([
  [{}, ['x'], 't/x'],
  [{}, [7], 't/7'],
  [{}, ['a,b'], 't/a,b'],
  [{}, ['#a'], 't/\\#a'],
  [{}, ['\\a'], 't/\\\\a'],
  [{}, ['a#\\'], 't/a#\\'],
  [{}, [''], 't/'],
  [{}, [{ hex: 'ff' }], "t/x'ff'"],
  [{}, ["x'ff'"], "t/\\x'ff'"],
  [{}, [{ text_hex: 'ff' }], "t/\\t'ff'"],
  [{ types: ['ANY', ''] }, ['9007199254740993'], 't/"9007199254740993"'],
  [{ types: ['ANY', ''] }, [9007199254740993n], 't/9007199254740993'],
  [{ types: ['REAL', ''] }, [2 ** 60], 't/1.152921504606847e+18'],
  [{}, ['Infinity'], 't/Infinity'],
  [{ types: ['REAL', ''] }, [-Infinity], 't/-9e999'],
  [{ types: ['ANY', ''] }, ['1'], 't/"1"'],
  [{ types: ['ANY', ''] }, [1], 't/1'],
  [both, ['a,b', 'c'], 't/a\\,b,c'],
  [both, ['a\\', '#c'], 't/a\\\\,\\#c'],
  [{ key: [1, 0], types: ['ANY', 'TEXT'] }, ['1', '1'], 't/1,"1"'],
  [both, ['a', null], 't/#9'],
  [{ key: [] }, [], 't/#9'],
  [{ ...both, rowid: null }, ['a', null], 't/a,null'],
])('a row of %j with the key %s is called %s', (more, key, name) => {
  expect(sqlRowName(shape(more), key, 9)).toBe(name);
  expect(isNamedByRowid(shape(more), key)).toBe(name.endsWith('/#9'));
});

it('knows the columns, the key in its order, and the name of the row number', async () => {
  const sqlite = await loadSqlite();
  const database = new sqlite.oo1.DB(':memory:');
  const declared = {
    plain: 'a integer, b',
    keyed: 'a TEXT, b TEXT, c TEXT, PRIMARY KEY (c, a)',
    taken: 'ROWID TEXT, _rowid_ TEXT',
    crowded: 'rowid TEXT, _rowid_ TEXT, oid TEXT',
    computed: 'a INTEGER, b INTEGER AS (a + 1)',
  };
  for (const [name, columns] of Object.entries(declared)) database.exec(`CREATE TABLE ${name} (${columns})`);
  database.exec('CREATE TABLE bare (a TEXT PRIMARY KEY) WITHOUT ROWID');
  const names = [...Object.keys(declared), 'bare'];
  const shapes = sqlTableShapes(database, names);
  database.close();
  expect(
    shapes.map(({ columns, types, key, rowid, isComputed }) => [
      columns.join(),
      types.join(),
      key.join(),
      rowid,
      isComputed,
    ]),
  ).toEqual([
    ['a,b', 'INTEGER,ANY', '', 'rowid', false],
    ['a,b,c', 'TEXT,TEXT,TEXT', '2,0', 'rowid', false],
    ['ROWID,_rowid_', 'TEXT,TEXT', '', 'oid', false],
    ['rowid,_rowid_,oid', 'TEXT,TEXT,TEXT', '', null, false],
    ['a,b', 'INTEGER,INTEGER', '', 'rowid', true],
    ['a', 'TEXT', '0', null, false],
  ]);
});
