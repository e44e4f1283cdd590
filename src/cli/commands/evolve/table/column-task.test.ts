import { describe, expect, it } from 'vitest';
import { type ColumnTask, planColumn } from './column-task.js';
import { readCsvTable } from './csv-table.js';

const plan = (fix: string, data: string | null, column?: string): ColumnTask => {
  const table = readCsvTable({ name: 'fix.csv', text: fix });
  return planColumn({
    fix: table,
    data: data === null ? table : readCsvTable({ name: 'data.csv', text: data }),
    column,
  });
};

describe('planColumn', () => {
  it('learns a column that the data lacks from the columns that both have', () => {
    const task = plan(
      'name,city,code,own\nAda,London,AL,1\nAlan,Paris,,2\n',
      'city,name\nRome,Tim\n',
      'code',
    );
    expect(task).toMatchObject({ kind: 'new', inputs: ['name', 'city'] });
    expect(task.examples).toEqual([{ line: 2, cells: ['Ada', 'London'], output: 'AL' }]);
    expect(task.targets).toEqual([{ index: 0, line: 2, cells: ['Tim', 'Rome'], before: '' }]);
  });

  it('fills what is empty where the examples stand in the same file', () => {
    const task = plan('name,code\nAda,A\nTim,\nEd, \n', null);
    expect(task).toMatchObject({ kind: 'fill', column: 'code', inputs: ['name'] });
    expect(task.targets.map(({ index, line }) => [index, line])).toEqual([
      [1, 3],
      [2, 4],
    ]);
  });

  it('fills what is empty from examples in a file of their own, whose rows the data need not have', () => {
    const data = 'name,code\nTim,\nEd,E\n';
    expect(plan('name,code\nTim,T\nZoe,Z\n', data)).toMatchObject({ kind: 'fill', column: 'code' });
    expect(plan('name,code\nZoe,Z\n', 'name,code\nTim,\n').targets).toHaveLength(1);
  });

  it('corrects raw texts, paired by the other columns, and reads the raw text', () => {
    const data = 'id,phone,city\n1,(5) 1,A\n2,(6) 2,B\n3,,C\n';
    const task = plan('id,phone\n2,6-2\n1,5-1\n', data);
    expect(task).toMatchObject({ kind: 'correct', column: 'phone', inputs: ['id', 'phone'] });
    expect(task.examples.map(({ cells, output }) => [...cells, output])).toEqual([
      ['2', '(6) 2', '6-2'],
      ['1', '(5) 1', '5-1'],
    ]);
    expect(task.targets.map(({ before }) => before)).toEqual(['(5) 1', '(6) 2']);
  });

  it('takes no example from rows of a copied table that were left as they were', () => {
    const data = 'id,phone,city\n1,(5) 1,Rome\n2,(6) 2,Rome\n3,7-3,Rome\n4,(8) 4,Rome\n';
    const copy = 'id,phone,city\n1,5-1,Rome\n2,6-2,Rome\n3,7-3,Rome\n4,(8) 4,Rome\n';
    const task = plan(copy, data);
    expect(task).toMatchObject({ kind: 'correct', column: 'phone' });
    expect(task.examples.map(({ line, output }) => [line, output])).toEqual([
      [2, '5-1'],
      [3, '6-2'],
    ]);
    expect(task.targets).toHaveLength(4);
  });

  it('takes an unchanged row as an example where the rows were picked, and so each is meant', () => {
    const data = 'id,phone\n1,(5) 1\n2,(6) 2\n3,7-3\n4,(8) 4\n';
    expect(plan('id,phone\n3,7-3\n1,5-1\n', data).examples.map(({ output }) => output)).toEqual([
      '7-3',
      '5-1',
    ]);
  });

  it('pairs the rows of a copy by their places where no other column tells them apart', () => {
    const task = plan('a,b\nx,K\nY,K\nz,K\nY,K\n', 'a,b\nx,K\ny,K\nz,K\ny,K\n');
    expect(task).toMatchObject({ kind: 'correct', column: 'a' });
    expect(task.examples.map(({ line, cells, output }) => [line, ...cells, output])).toEqual([
      [3, 'y', 'K', 'Y'],
      [5, 'y', 'K', 'Y'],
    ]);
    expect(plan('a\nclean\nraw\n', 'a\nraw\nraw\n').examples).toHaveLength(1);
  });

  it.each([
    ['have other cells', 'id,city,label\n1,Rome,R1\n2,Rome,R2\n', 'id,city\n7,Rome\n8,Oslo\n'],
    ['share cells with other rows', 'id,city,label\n1,Rome,R1\n', 'id,city\n1,Rome\n2,Rome\n'],
    ['are empty', 'id,city,label\n1,Rome,R1\n', 'id,city\n1,\n2,\n'],
  ])('learns the column that the data lacks, also if the columns that both have %s', (_how, fix, data) => {
    expect(plan(fix, data)).toMatchObject({ kind: 'new', column: 'label' });
  });

  it('takes a row that stands unchanged in the data for that row, not for a correction of one like it', () => {
    const data = 'id,city,name\n1,Rome,bob\n2,Rome,bob\n3,Oslo,cid\n';
    expect(plan('id,city,name\n3,Oslo,Cid\n2,Rome,bob\n', data)).toMatchObject({
      kind: 'correct',
      column: 'name',
    });
  });

  it('takes a row that stands in the data twice for one', () => {
    expect(plan('id,x\n1,a\n', 'id,x\n1,A\n1,A\n2,B\n').examples).toHaveLength(1);
  });

  it('finds the corrected one among a thousand columns without trying each row against each', () => {
    const names = Array.from({ length: 1000 }, (_, index) => `c${index}`);
    const row = (number: number, last: string): string =>
      [...names.slice(1).map((_, index) => `${(number * 31 + index) % 1009}`), last].join();
    const lines = Array.from({ length: 300 }, (_, number) => row(number, `raw ${number}`));
    const fixed = [3, 50].map((number) => row(number, `clean ${number}`));
    const task = plan(`${names.join()}\n${fixed.join('\n')}\n`, `${names.join()}\n${lines.join('\n')}\n`);
    expect(task).toMatchObject({ kind: 'correct', column: 'c999' });
  });

  it.each([
    [
      'several columns',
      'n,a,b\nx,1,2\n',
      'n\ny\n',
      undefined,
      /could teach "a", "b"; name one with --column/,
    ],
    ['several gaps', 'n,a,b\nx,1,2\ny,,\n', null, undefined, /could teach "a", "b"/],
    ['no difference', 'n,a\nx,1\n', 'n,a\nx,1\n', undefined, /no cell that is different/],
    ['no gap', 'n,a\nx,1\n', null, undefined, /filled in for some rows and empty for others/],
    ['a full column', 'n,a\nx,1\n', null, 'a', /Every row of fix\.csv has "a" filled in/],
    ['a column that is not there', 'n,a\nx,1\n', 'n\ny\n', 'b', /no column "b"; it has "n", "a"/],
    ['a column without an example', 'n,a\nx,\n', 'n\ny\n', 'a', /No row of fix\.csv has "a" filled in/],
    ['nothing to read', 'a\n1\n', 'n\ny\n', 'a', /share no other column/],
    [
      'rows that are alike',
      'n,a\nx,1\n',
      'n,a\nx,2\nx,3\n',
      'a',
      /line 2: lines 2 and 3 of data\.csv are the same/,
    ],
    ['a row that is not there', 'n,a\nz,1\n', 'n,a\nx,2\n', 'a', /line 2: no row of data\.csv is the same/],
    ['one column alone', 'a\nclean\n', 'a\nraw\nraw2\n', 'a', /no row of data\.csv is the same/],
    ['a copy left as it was', 'n,a\nx,1\n', 'n,a\nx,1\n', 'a', /"a" of fix\.csv says what data\.csv says/],
  ])('refuses %s in one line', (_name, fix, data, column, message) => {
    expect(() => plan(fix, data, column)).toThrow(message);
  });
});
