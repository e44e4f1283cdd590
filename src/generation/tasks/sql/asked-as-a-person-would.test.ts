import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../core/index.js';
import { auditTasks } from '../audit-tasks.js';
import { pluralOf } from '../words.js';
import { isAdded } from './aggregate.js';
import { columnsWords, flagWords, isTechnical, tableNouns } from './column-words.js';
import { createSqlTaskGenerator } from './create-sql-task-generator.js';
import { openSqlRecords } from './open-sql-records.js';
import { boundNear, drawCondition } from './row-condition.js';
import { schemaWords } from './schema-words.js';
import type { SqlRecords } from './sql-records.js';

const COUNT = 40;

/** A table without a key, as a CSV file gives one, with a column for each list of values that repeats. */
async function recordsOf(
  name: string,
  columns: Readonly<Record<string, readonly [type: 'TEXT' | 'INTEGER' | 'REAL', ...(string | number)[]]>>,
): Promise<SqlRecords> {
  const entries = Object.entries(columns);
  const { tables } = await openSqlRecords({
    content: {
      tables: [
        {
          name,
          columns: entries.map(([column, [type]]) => `"${column}" ${type} NOT NULL`).join(', '),
          rows: Array.from({ length: COUNT }, (_, row) =>
            entries.map(([, [, ...values]]) => values[row % values.length] ?? 0),
          ),
        },
      ],
    },
  });
  const [table] = tables;
  if (table === undefined) throw new Error('the table is gone');
  return table;
}

const numbers = (make: (index: number) => number): readonly ['REAL', ...number[]] => [
  'REAL',
  ...Array.from({ length: COUNT }, (_, index) => make(index)),
];

/** Every way in which conditions on a table are worded, numbers left out. */
function wordings(table: SqlRecords): readonly string[] {
  const stream = new RandomStream(1, 'wordings');
  const said = Array.from({ length: 120 }, () => drawCondition(table, stream)?.words ?? '');
  return [...new Set(said.map((words) => words.replace(/[\d.,]+/g, '#')))].sort();
}

describe('the columns of a table', () => {
  it('are left out where they are codes, if others have names, and else called as they are written', async () => {
    const named = await recordsOf('cars', {
      price: numbers((index) => index * 3.5),
      width: numbers((index) => index * 2.5),
      height: numbers((index) => index * 1.5),
      qsec: numbers((index) => index * 1.25),
    });
    expect(named.numbers).toEqual(['price', 'width', 'height']);
    const coded = await recordsOf('cars', { qsec: numbers((index) => index * 1.25) });
    expect(coded.numbers.map(coded.wordsOf)).toEqual(['qsec value']);
  });

  it('are no amounts where they number the rows, say which one, or tell the seconds since 1970', async () => {
    const table = await recordsOf('trips', {
      rownames: numbers((index) => 100 + index * index),
      place: ['INTEGER', ...Array.from({ length: COUNT }, (_, index) => index + 1)],
      month: ['INTEGER', 1, 2, 3, 4],
      start_time: ['INTEGER', ...Array.from({ length: COUNT }, (_, index) => 1_600_000_000 + index * 977)],
      fare: numbers((index) => index * 1.5),
    });
    expect([table.numbers, table.categories]).toEqual([['fare'], ['month']]);
    expect(wordings(table)).toContain('whose month is #');
  });

  it('are values where they are called by a word for something else, and are then never added up', async () => {
    const table = await recordsOf('families', {
      parent: numbers((index) => 60 + index / 4),
      premiums: numbers((index) => index * 2.5),
    });
    expect(table.numbers.map(table.wordsOf)).toEqual(['parent value', 'premiums']);
    expect(['parent', 'premiums'].map((column) => isAdded(table, column))).toEqual([false, false]);
  });

  it('are no categories where they are numbers that a file writes as texts', async () => {
    const table = await recordsOf('offices', { total: ['TEXT', '200', '**', '260', '70.5'] });
    expect(table.categories).toEqual([]);
  });

  it('are counted where they say how many', async () => {
    const table = await recordsOf('cars', { doors: ['INTEGER', 0, 1, 2, 3, 4, 5] });
    expect(wordings(table)).toEqual([
      'with any doors',
      'with at least # doors',
      'with at most # doors',
      'with fewer than # doors',
      'with more than # doors',
      'with two or more doors',
    ]);
  });

  it('are before and after where they are years', async () => {
    const table = await recordsOf('cars', { year: ['INTEGER', 1990, 1995, 2001, 2004] });
    expect(wordings(table)).toEqual([
      'whose year is # or earlier',
      'whose year is # or later',
      'whose year is after #',
      'whose year is before #',
    ]);
  });

  it('say yes and no in words or numbers alike', async () => {
    const table = await recordsOf('guests', {
      smoker: ['TEXT', 'Yes', 'No'],
      alone: ['TEXT', 'True', 'False', 'False'],
      married: ['INTEGER', 0, 1, 1],
    });
    expect(wordings(table)).toEqual([
      'that are alone',
      'that are married',
      'that are not alone',
      'that are not married',
      'where smoker is no',
      'where smoker is yes',
    ]);
    expect([flagWords('lab', 'Y'), flagWords('lab', 'f')]).toEqual(['where lab is yes', 'where lab is no']);
  });

  it('name no row by a second, half a name, or what only a machine reads', async () => {
    const each = (make: (index: number) => string): readonly ['TEXT', ...string[]] => [
      'TEXT',
      ...Array.from({ length: COUNT }, (_, index) => make(index)),
    ];
    const table = await recordsOf('people', {
      first_name: each((index) => `Ann${String.fromCharCode(97 + (index % 26))}${'x'.repeat(index % 3)}`),
      last_name: each((index) => `Lee${String.fromCharCode(97 + (index % 26))}${'y'.repeat(index % 3)}`),
      seen: each((index) => `2024-01-01 10:00:${String(index).padStart(2, '0')}`),
      page: each((index) => `https://example.org/${index}`),
      digest: each((index) => `${String(index).padStart(2, '0')}aa11bb22cc33dd44ee55`),
    });
    expect(table.label).toBe(null);
  });

  it('have their measure before their name', () => {
    const words = schemaWords([]);
    expect(['temp_max', 'no_previous', 'no_of_rooms', 'pooled.stratum'].map(words)).toEqual([
      'maximum temperature',
      'no previous',
      'number of rooms',
      'pooled stratum',
    ]);
  });
});

it('calls the rows of a file that is named after all of them records, and those of tables what they are', () => {
  const table = (name: string, primaryKey: readonly string[]) => ({
    name,
    columns: [],
    primaryKey,
    unique: [],
    foreignKeys: [],
    constrained: false,
    derived: false,
  });
  const schemas = [
    table('airquality', []),
    table('penguins', []),
    table('film', ['id']),
    table('us_wages', []),
    table('earthquakes_23k', []),
  ];
  const nouns = tableNouns(schemas, schemaWords(schemas));
  expect([...nouns.values()].map(({ many }) => many)).toEqual([
    'airquality records',
    'penguins',
    'films',
    'US wages',
    'earthquakes',
  ]);
});

it('asks about a file with a year in its name, and not about one of many parts', () => {
  expect(isTechnical('cars93', ['cars93'])).toBe(false);
  expect(isTechnical('sales_2001', ['sales_2001', 'sales_2002'])).toBe(true);
});

it.each([
  [4626.68, 4600],
  [267, 270],
  [32_526_562, 33_000_000],
  [17.08, 17],
  [0.03456, 0.035],
  [42, 42],
  [0, 0],
  [-1234.5, -1200],
])('bounds %d by %d', (value, bound) => expect(boundNear(value)).toBe(bound));

it('names several of a thing', () => {
  expect(['country', 'name', 'date of birth', 'genres'].map(pluralOf)).toEqual([
    'countries',
    'names',
    'dates of birth',
    'genres',
  ]);
});

it('calls a column as it is written if nobody would say its name', () => {
  const schema = {
    name: 'cars',
    columns: ['Wr.Hnd', 'price'].map((name) => ({ name, type: 'REAL', nullable: false })),
    primaryKey: [],
    unique: [],
    foreignKeys: [],
    constrained: false,
    derived: false,
  };
  const called = columnsWords(schema, { one: 'car', many: 'cars' }, schemaWords([schema]));
  expect([...called.values()]).toEqual(['Wr.Hnd value', 'price']);
});

it('gives tasks about a file of statistics that its oracle solves', async () => {
  const generator = await createSqlTaskGenerator({
    content: {
      tables: [
        {
          name: 'survey',
          columns:
            'rownames INTEGER NOT NULL, smoker TEXT NOT NULL, month INTEGER NOT NULL, doors INTEGER NOT NULL, income REAL NOT NULL, year INTEGER NOT NULL, qsec REAL NOT NULL',
          rows: Array.from({ length: COUNT }, (_, index) => [
            index + 1,
            index % 3 === 0 ? 'Yes' : 'No',
            1 + (index % 5),
            index % 7,
            1234.567 * (index + 1),
            1990 + (index % 11),
            index * 1.37,
          ]),
        },
      ],
    },
  });
  const audit = await auditTasks({ generator, seed: 4, count: 15 });
  expect([audit.flaws, audit.proved]).toEqual([[], 15]);
});
