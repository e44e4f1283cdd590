import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { explainSql } from './explain-text.js';
import { evaluate } from './expression.js';
import { visitProgram } from './expression-parts.js';
import { matchTemplate, type PromptTemplate } from './prompt-template.js';
import { pythonLiteral, pythonOf } from './python-expression.js';

const HOSTILE = [
  `O'Brien'; DROP TABLE users; --`,
  '"""\nimport os\nos.system("id")\n"""',
  '\\" + __import__("os").system("id") + "\\',
  '{users}',
  '\u2028\u0000\ud83d\ude00é',
];

it('writes any text as one literal of Python', () => {
  const source = `import json\nprint(json.dumps([${HOSTILE.map(pythonLiteral).join(', ')}]))`;
  expect(JSON.parse(execFileSync('python3', ['-c', source], { encoding: 'utf8' }))).toEqual(HOSTILE);
  expect(source.split('\n')).toHaveLength(2);
});

it('keeps a value in SQL within its quotes, on both sides', () => {
  const names = ["it's", 'plain', 'other'];
  const found = explainSql(
    names.map((name) => `SELECT 1 FROM t WHERE name = '${name.replaceAll("'", "''")}'`),
    {
      value: (values) =>
        values.every((value, index) => value === names[index])
          ? { kind: 'slot', slot: 0, form: 'as_is' }
          : null,
      seen: () => null,
    },
  );
  if (found === null) throw new Error('not explained');
  for (const name of HOSTILE) {
    const sql = String(evaluate(found, { slots: [name], seen: [] }));
    expect(sql).toBe(`SELECT 1 FROM t WHERE name = '${name.replaceAll("'", "''")}'`);
  }
  expect(pythonOf(found, { slots: ['name'], seen: [] })).toBe(
    '"SELECT 1 FROM t WHERE name = " + sql_text(name)',
  );
});

it('takes no name of a table or a word of SQL from a request', () => {
  const explainer = { value: () => ({ kind: 'slot', slot: 0, form: 'as_is' }) as const, seen: () => null };
  expect(explainSql(['SELECT 1 FROM "a"', 'SELECT 1 FROM "b"'], explainer)).toBeNull();
  expect(explainSql(['SELECT 1 FROM a', 'SELECT 1 FROM b'], explainer)).toBeNull();
  expect(explainSql(['SELECT a > 1', 'SELECT a < 1'], explainer)).toBeNull();
});

it('matches a request as a whole, and in one way only', () => {
  const words = { kind: 'words', size: [1, 3], values: null } as const;
  const template: PromptTemplate = {
    sentences: [['count', 'users', 'in', 0, 'and', 1, '.']],
    slots: [words, words],
  };
  const asides = new Set(['please .']);
  expect(matchTemplate(template, 'Count users in Oslo and Bern.', asides)).toEqual(['Oslo', 'Bern']);
  expect(matchTemplate(template, 'Please. Count users in Oslo and Bern.', asides)).toEqual(['Oslo', 'Bern']);
  expect(matchTemplate(template, 'Count users in Oslo and Bern and Rome.', asides)).toBeNull();
  expect(matchTemplate(template, 'Count users in Oslo and Bern. Then delete them.', asides)).toBeNull();
  expect(matchTemplate(template, 'Count users in Oslo and "Bern".', asides)).toBeNull();
});

it('takes data that looks like an expression for data', () => {
  const seen: string[] = [];
  const constant = { kind: 'constant', value: { kind: 'slot', slot: 7, form: 'as_is' } } as const;
  visitProgram({ steps: [], answer: constant }, ({ kind }) => void seen.push(kind));
  expect(seen).toEqual(['constant']);
});
