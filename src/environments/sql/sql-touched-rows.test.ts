import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { OverlayState } from '../overlay-state.js';
import { worldStateDigest } from '../world-state.js';
import type { SqlTable } from './sql-content.js';
import { buildDatabaseImage, openDatabaseImage } from './sql-database.js';
import { defaultSqlLimits } from './sql-limits.js';
import { readSqlState, readTouchedRows } from './sql-state.js';
import { runSqlStatement } from './sql-statement.js';
import { sqlObjects, sqlTableShapes } from './sql-tables.js';
import { watchTouchedRows } from './sql-touched-rows.js';
import { loadSqlite } from './sqlite-library.js';

const tables: readonly SqlTable[] = [
  { name: 'numbered', columns: 'id INTEGER PRIMARY KEY, t TEXT UNIQUE, r REAL', rows: [[1, 'a', 1.5]] },
  { name: 'named', columns: 'k TEXT COLLATE NOCASE PRIMARY KEY, n INTEGER', rows: [['x', 1]] },
  { name: 'loose', columns: 'a INTEGER, b TEXT', rows: [[1, 'same']] },
  { name: 'pairs', columns: 'a TEXT, b TEXT, n INTEGER, PRIMARY KEY (b, a)', rows: [['1,2', '3', 1]] },
  { name: 'Flat', columns: 'a TEXT, b INTEGER, PRIMARY KEY (b, a)', rows: [['q', 1]] },
  { name: 'computed', columns: 'id INTEGER PRIMARY KEY, n INTEGER, twice INTEGER AS (n * 2)', rows: [] },
  { name: 'mixed', columns: 'k ANY PRIMARY KEY, n INTEGER', rows: [[1, 1]] },
  { name: 'bytes', columns: 'k BLOB PRIMARY KEY, n INTEGER', rows: [] },
  {
    name: 'child',
    columns:
      'id INTEGER PRIMARY KEY, p INTEGER REFERENCES numbered (id) ON DELETE CASCADE ON UPDATE SET NULL',
    rows: [[1, 1]],
  },
];

/** Statements by chance that insert, replace, change keys, delete, and fail. */
function statement(random: RandomStream): string {
  const n = (): string => random.pick(['NULL', '1', '2', '3', '4', '9007199254740993']);
  const odd = [
    "'a'||char(0)",
    "'a'||char(0)||'b'",
    "char(65279)||'a'",
    "CAST(x'ff' AS TEXT)",
    "CAST(x'f09f98' AS TEXT)",
  ];
  const t = (): string =>
    random.pick([random.pick(odd), 'NULL', "'a'", "'A'", "'#2'", "'1,2'", "'\\'", "''", "'x'"]);
  const or = random.pick(['', 'OR REPLACE', 'OR IGNORE', 'OR FAIL']);
  return random.pick([
    () => `INSERT ${or} INTO numbered VALUES (${n()}, ${t()}, ${n()})`,
    () => `UPDATE ${or} numbered SET id = ${n()}, t = ${t()} WHERE id = ${n()}`,
    () => `DELETE FROM numbered WHERE id > ${n()}`,
    () => `INSERT ${or} INTO named VALUES (${t()}, ${n()}), (${t()}, 7)`,
    () => `UPDATE ${or} named SET k = ${t()} WHERE k IS ${t()}`,
    () => `INSERT INTO loose VALUES (${n()}, ${t()})`,
    () => `DELETE FROM loose WHERE a = ${n()}`,
    () => `UPDATE loose SET b = ${t()} WHERE a IS ${n()}`,
    () => `INSERT ${or} INTO pairs VALUES (${t()}, ${t()}, ${n()})`,
    () => `UPDATE ${or} pairs SET a = ${t()}, b = ${t()}`,
    () => `INSERT ${or} INTO Flat VALUES (${t()}, ${n()})`,
    () => `UPDATE ${or} flat SET b = ${n()} WHERE a = ${t()}`,
    () => `INSERT ${or} INTO computed (id, n) VALUES (${n()}, ${n()})`,
    () => `UPDATE computed SET n = n + 1`,
    () => `INSERT ${or} INTO mixed VALUES (${random.pick([n, t])()}, ${n()})`,
    () => `UPDATE ${or} mixed SET k = '1' WHERE k = 1`,
    () => `INSERT ${or} INTO bytes VALUES (${random.pick(["x''", "x'0a'", "x'ff00'", 'NULL'])}, ${n()})`,
    () => `INSERT ${or} INTO child VALUES (${n()}, ${n()})`,
    () => `DELETE FROM ${random.pick(['named', 'child', 'mixed', 'numbered'])}`,
    () => `INSERT INTO numbered (t) VALUES (${t()}) ON CONFLICT (t) DO UPDATE SET r = 3`,
  ])();
}

describe('the rows that a statement touches', () => {
  it.each([1, 2, 3])('give the state that reading everything gives, seed %i', async (seed) => {
    const sqlite = await loadSqlite();
    const image = buildDatabaseImage(sqlite, tables);
    const database = openDatabaseImage(sqlite, image, defaultSqlLimits, true);
    const shapes = sqlTableShapes(database, sqlObjects(database).tables);
    const shapesByName = new Map(shapes.map((shape) => [shape.name.toLowerCase(), shape]));
    const random = new RandomStream(seed, 'statements');
    let state = new OverlayState(readSqlState(sqlite, database, shapes, defaultSqlLimits).facts);
    let touched = 0;
    try {
      for (let count = 0; count < 250; count++) {
        const sql = statement(random);
        const { result, rows } = watchTouchedRows(sqlite, database, shapesByName, () =>
          runSqlStatement({
            sqlite,
            database,
            sql,
            access: 'write',
            limits: defaultSqlLimits,
            tables: shapesByName,
            onWrite: () => undefined,
          }),
        );
        const whole = readSqlState(sqlite, database, shapes, defaultSqlLimits).facts;
        const rowCount = shapes.reduce(
          (sum, { name }) => sum + Number(database.selectValue(`SELECT count(*) FROM ${name}`)),
          0,
        );
        expect({ sql, facts: whole.size }).toEqual({ sql, facts: rowCount });
        if (result.ok && rows !== null) {
          touched += rows.length;
          const read = readTouchedRows(sqlite, database, state, rows, defaultSqlLimits);
          expect({ sql, facts: [...read].sort() }).toEqual({ sql, facts: [...whole].sort() });
          expect(worldStateDigest(read)).toBe(worldStateDigest(whole));
        }
        state = new OverlayState(whole);
      }
      expect(touched).toBeGreaterThan(100);
    } finally {
      database.close();
    }
  });
});
