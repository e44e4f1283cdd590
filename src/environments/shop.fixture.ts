import type { SqlContent } from './sql/sql-content.js';

/** Two small tables for tests: authors and their books. */
export const shopContent: SqlContent = {
  tables: [
    {
      name: 'author',
      columns: 'id INTEGER PRIMARY KEY, name TEXT NOT NULL, born INTEGER',
      rows: [
        [1, 'Ursula', 1929],
        [2, 'Stanisław', 1921],
        [3, "O'Brian", null],
      ],
    },
    {
      name: 'book',
      columns:
        'author INTEGER NOT NULL REFERENCES author (id), title TEXT NOT NULL, price REAL NOT NULL, PRIMARY KEY (author, title)',
      rows: [
        [1, 'The Dispossessed', 9.5],
        [1, 'Tehanu', 7.25],
        [2, 'Solaris', 8],
      ],
    },
  ],
};
