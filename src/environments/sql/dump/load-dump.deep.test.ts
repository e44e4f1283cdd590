import { expect, it } from 'vitest';
import { defaultSqlLimits } from '../sql-limits.js';
import { loadSqlite } from '../sqlite-library.js';
import { loadDump } from './load-dump.js';

const sqlite = await loadSqlite();

it.each([
  ['quotes within a text', `INSERT INTO t VALUES ('${"''".repeat(8_000_000)}')`],
  ['parentheses within each other', `CREATE TABLE u (a DEFAULT ${'('.repeat(300_000)})`],
  ['empty comments', '\n--\n'.repeat(6_000_000)],
  ['programs', `\nDELIMITER ;;\n${'CREATE TRIGGER a '.repeat(300_000)}\nDELIMITER ;\n`],
])('reads millions of %s without a stack', (_, sql) => {
  for (const head of ['-- PostgreSQL database dump', '-- MySQL dump']) {
    const dump = `${head}\nCREATE TABLE t (a text); ${sql};`;
    expect(loadDump(sqlite, dump, defaultSqlLimits).tables).toBeGreaterThan(0);
  }
});
