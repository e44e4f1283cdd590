import { describe, expect, it } from 'vitest';
import { checkPython } from '../pipeline/check-reply.js';
import { ImportRestrictions } from './import-restrictions.js';

async function judged(code: string, allowedImports: readonly string[] = ['json', 'os.path']) {
  const { results } = await checkPython(code, [ImportRestrictions({ allowedImports })]);
  const { verdict = '', reason = '', findings = [] } = results[0] ?? {};
  return {
    verdict,
    reason,
    findings: findings.map(({ rule, severity, message }) => `${severity} ${rule}: ${message}`),
  };
}

describe('imports that a list allows', () => {
  it.each([
    'import json',
    'import json.decoder as d',
    'from json import loads',
    'from json.decoder import JSONDecoder',
    'import os.path',
    'from os import path',
    'from os.path import join',
    'from __future__ import annotations',
  ])('pass %j', async (code) => expect(await judged(code)).toMatchObject({ verdict: 'pass', findings: [] }));

  it.each([
    ['import os', 'os'],
    ['import jsonschema', 'jsonschema'],
    ['from os import sep', 'os'],
    ['from os import path, sep', 'os'],
    ['import os.pathology', 'os.pathology'],
    ['from . import json', '.json'],
    ['from .json import loads', '.json'],
    ['from ..a import b', '..a'],
  ])('fail %j for %s', async (code, module) => {
    const { verdict, findings } = await judged(code);
    expect(verdict).toBe('fail');
    expect(findings).toContain(`error import/forbidden: The module ${module} may not be imported.`);
  });

  it.each([
    [
      '__import__("socket")',
      'error import/dynamic: The module socket may not be imported, by __import__ either.',
    ],
    [
      '__import__(x)',
      'import/dynamic: __import__ imports a module whose name cannot be read from the source.',
    ],
    ['exec(x)', 'import/dynamic: exec runs code that cannot be read from the source.'],
  ])('fail %j, which imports while it runs', async (code, finding) => {
    const { verdict, findings } = await judged(code);
    expect([verdict, findings.join()]).toEqual(['fail', expect.stringContaining(finding)]);
  });

  it('pass what is allowed, whoever imports it', async () => {
    expect((await judged('__import__("json")')).verdict).toBe('pass');
    expect(
      (await judged('import importlib\nimportlib.import_module("json.decoder")', ['json', 'importlib']))
        .verdict,
    ).toBe('pass');
    expect((await judged('__import__("jsonschema")')).verdict).toBe('fail');
  });

  it('are told, or that there are none', async () => {
    const hintOf = async (allowedImports: readonly string[]) => {
      const { results } = await checkPython('import os', [ImportRestrictions({ allowedImports })]);
      return results[0]?.findings[0]?.hint;
    };
    expect(await hintOf([])).toBe('No module may be imported.');
    expect(await hintOf(['json', 're'])).toBe('Use only json, re.');
    const dynamic = await checkPython('exec(x)', [ImportRestrictions({ allowedImports: ['json'] })]);
    expect(dynamic.results[0]?.findings[0]?.hint).toBe('Use plain import statements. Use only json.');
    expect((await judged('import sys\nimport abc\nimport sys')).reason).toMatch(/abc, sys/);
  });

  it.each(['', 'a b', '1a', 'a.', '.a', 'a..b', 'os.*', 7 as never])('are not a list with %j', (module) => {
    expect(() => ImportRestrictions({ allowedImports: [module] })).toThrow(
      `allowedImports has ${JSON.stringify(module)}, which is not a module name such as "json" or "os.path".`,
    );
  });
});
