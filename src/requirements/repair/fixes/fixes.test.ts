import { describe, expect, it } from 'vitest';
import { checkPython, checkReply } from '../../pipeline/check-reply.js';
import { ImportRestrictions } from '../../python/import-restrictions.js';
import { PythonSyntaxValid } from '../../python/python-syntax-valid.js';
import { createRequirement } from '../../requirement.js';
import { failWith } from '../../verdict.js';
import { fencePython } from '../auto-fix.js';
import { applyEdits } from './apply-edits.js';
import { applyFindingFixes } from './apply-finding-fixes.js';
import { removeUnusedForbiddenImports } from './remove-unused-imports.js';
import { repairSyntax } from './repair-syntax.js';

describe('repairSyntax', () => {
  it.each([
    ['def f(x)\n    return x', 'def f(x):\n    return x'],
    ['if x > 1\n    y = 2\nelse\n    y = 3', 'if x > 1:\n    y = 2\nelse:\n    y = 3'],
    ['x = “a”', 'x = "a"'],
    ['f(‘a’, “it’s”)', 'f(\'a\', "it’s")'],
    ['x\u00a0= 5 −3', 'x = 5 -3'],
    ['if a ≤ b：\n    pass', 'if a <= b:\n    pass'],
    ['print "x"\nprint x, y', 'print("x")\nprint(x, y)'],
    ['x = „a“', 'x = "a"'],
    ['x = «a»', 'x = "a"'],
    ['x = ‚a‘', "x = 'a'"],
    ['x = ‘a’', "x = 'a'"],
    ['f（a，b）', 'f(a,b)'],
    ['x = a × b ÷ c', 'x = a * b / c'],
    ['x = a – b — c ‐ d', 'x = a - b - c - d'],
    ['x = a ≥ b ≠ c', 'x = a >= b != c'],
    ['x\u200b =\u3000y', 'x = y'],
  ])('repairs %j', async (code, repaired) => {
    const report = await checkPython(code, [PythonSyntaxValid()]);
    expect(repairSyntax.apply(report)).toBe(repaired);
    expect((await checkPython(repaired, [PythonSyntaxValid()])).ok).toBe(true);
  });

  it.each(['x = “a” “', 'x = f(1,\ny = 2', 'x = 1 <> 2', 'x = “typographic” quotes in a string is fine'])(
    'leaves %j to the model',
    async (code) => {
      expect(repairSyntax.apply(await checkPython(code, [PythonSyntaxValid()]))).toBeNull();
    },
  );

  it('has nothing to do for code that compiles, and none for no code', async () => {
    expect(repairSyntax.apply(await checkPython('x = "“"', [PythonSyntaxValid()]))).toBeNull();
    expect(repairSyntax.apply(await checkReply('words', [PythonSyntaxValid()]))).toBeNull();
  });
});

describe('removeUnusedForbiddenImports', () => {
  const fix = async (code: string): Promise<string | null> =>
    removeUnusedForbiddenImports.apply(
      await checkPython(code, [ImportRestrictions({ allowedImports: ['json'] })]),
    );

  it('removes whole lines that nothing uses', async () => {
    expect(await fix('import json\nimport socket  # net\nprint(1)')).toBe('import json\nprint(1)');
    expect(await fix('from os import path as p\nprint(1)')).toBe('print(1)');
  });

  it.each([
    'import socket\nsocket.socket()',
    'from os import *\nprint(1)',
    'import os, json\nprint(os)',
    'import socket; print(1)',
    'def f():\n    import socket',
  ])('leaves %j alone', async (code) => {
    expect(await fix(code)).toBeNull();
  });
});

describe('applyFindingFixes', () => {
  it('makes all edits of failed requirements at once, and none twice', async () => {
    const edit = (column: number, replacement: string) => ({
      line: 1,
      column,
      endLine: 1,
      endColumn: column + 1,
      replacement,
    });
    const requirement = createRequirement({
      name: 'Renamed',
      description: 'x',
      validate: () =>
        failWith('names', {
          findings: [1, 5].map((column) => ({
            rule: 'name',
            severity: 'error' as const,
            line: 1,
            column,
            endLine: 1,
            endColumn: column + 1,
            message: 'm',
            hint: 'h',
            fix: { description: 'rename', edits: [edit(column, 'value')] },
          })),
        }),
    });
    expect(applyFindingFixes.apply(await checkPython('a = a', [requirement]))).toBe('value = value');
  });

  it('leaves out edits that overlap', () => {
    const place = { line: 1, endLine: 1 };
    expect(
      applyEdits('abcdef', [
        { ...place, column: 1, endColumn: 4, replacement: 'X' },
        { ...place, column: 3, endColumn: 5, replacement: 'Y' },
        { ...place, column: 7, endColumn: 7, replacement: '!' },
      ]),
    ).toBe('Xdef!');
  });
});

it('a fence is longer than any in the code', async () => {
  const code = 'x = """\n```\n````\n"""\n';
  expect(fencePython(code)).toMatch(/^`{5}python\n/);
  expect((await checkReply(fencePython(code), [PythonSyntaxValid()])).code?.trim()).toBe(code.trim());
});
