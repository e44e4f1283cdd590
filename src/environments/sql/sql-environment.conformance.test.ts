import { shopContent } from '../shop.fixture.js';
import { describeEnvironment } from '../testing/describe-environment.fixture.js';
import { createSqlEnvironment } from './sql-environment.js';

const query = (sql: string) => ({ tool: 'sql_query', arguments: { sql } });
const execute = (sql: string) => ({ tool: 'sql_execute', arguments: { sql } });

describeEnvironment('an SQL world', {
  create: () => createSqlEnvironment({ content: shopContent, limits: { maxResultChars: 1_000 } }),
  reads: [
    query('SELECT title, price FROM book ORDER BY author, title'),
    query('SELECT count(*) FROM author'),
    execute('UPDATE book SET price = price'),
  ],
  writes: [
    execute("INSERT INTO author VALUES (4, 'Octavia', 1947)"),
    execute("INSERT INTO book VALUES (4, 'Kindred', 11)"),
    execute('UPDATE book SET price = price * 2'),
    execute('DELETE FROM book WHERE author = 4'),
  ],
  failing: execute("INSERT INTO book VALUES (99, 'Nothing', 1)"),
  long: { call: query(`SELECT '${'x'.repeat(2_000)}'`), maxChars: 1_000 },
  hostProbes: ({ file, folder }) => [
    execute(`ATTACH DATABASE '${folder}/new.db' AS other`),
    execute(`VACUUM INTO '${folder}/copy.db'`),
    query(`SELECT readfile('${file}')`),
    query(`SELECT writefile('${folder}/new.txt', 'x')`),
    query(`SELECT load_extension('${file}')`),
    query(`SELECT * FROM fsdir('${folder}')`),
    execute(`PRAGMA temp_store_directory = '${folder}'`),
    execute(`CREATE VIRTUAL TABLE t USING csv(filename = '${file}')`),
  ],
});
