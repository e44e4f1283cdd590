import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../message.js';
import { checkPython, checkReply } from '../pipeline/check-reply.js';
import { programs, reply } from '../replies.fixture.js';
import type { Requirement } from '../requirement.js';
import { REQUIREMENT_ENGINES } from '../requirement-engine.js';
import type { RequirementResult } from '../verdict.js';
import { ImportRestrictions } from './import-restrictions.js';
import { NoImportRestrictions } from './no-import-restrictions.js';
import { OutputSizeLimit } from './output-size-limit.js';
import { PythonCodeExtraction } from './python-code-extraction.js';
import { PythonExecutionReq } from './python-execution-req.js';
import { PythonSyntaxValid } from './python-syntax-valid.js';

const PROSE = 'I am afraid that cannot be done without more facts.';

async function judge(requirement: Requirement, text: string): Promise<RequirementResult> {
  const { results } = await checkReply(text, [requirement]);
  return results[0] as RequirementResult;
}

async function judgeCall(requirement: Requirement, call: ToolCall, text = ''): Promise<RequirementResult> {
  const { results } = await checkReply({ text, toolCalls: [call] }, [requirement]);
  return results[0] as RequirementResult;
}

describe('PythonCodeExtraction', () => {
  it('passes with the code at hand', async () => {
    const report = await checkReply(reply(programs.valid), [PythonCodeExtraction()]);
    expect(report).toMatchObject({ ok: true, verdict: 'pass' });
    expect(report.code).toContain('hello_world');
    expect(report.results[0]).toMatchObject({
      requirement: 'PythonCodeExtraction',
      verdict: 'pass',
      score: 1,
    });
  });

  it('fails on prose and on nothing, with a reason for each', async () => {
    expect(await judge(PythonCodeExtraction(), PROSE)).toMatchObject({ verdict: 'fail' });
    expect((await judge(PythonCodeExtraction(), PROSE)).reason).not.toBe('');
    expect((await judge(PythonCodeExtraction(), '')).reason).toContain('empty');
  });

  it('takes the block that does the work, of two', async () => {
    const work =
      'def fibonacci(n):\n    a, b = 0, 1\n    for _ in range(n):\n        a, b = b, a + b\n    return a';
    const report = await checkReply(`${reply('print("hi")')}\nThen:\n${reply(work)}`, [
      PythonCodeExtraction(),
    ]);
    expect(report.code).toContain('fibonacci');
  });

  it.each(['py', 'python3', 'Python', 'python title="a.py"'])('reads a block tagged %s', async (tag) => {
    expect(await judge(PythonCodeExtraction(), reply('print(1)', tag))).toMatchObject({ verdict: 'pass' });
  });

  it('reads tool calls where the text has no code, and only calls of Python tools', async () => {
    const call = { name: 'python', arguments: { code: '  print("hello")\n' } };
    const report = await checkReply({ text: PROSE, toolCalls: [call] }, [PythonCodeExtraction()]);
    expect(report.code?.trim()).toBe('print("hello")');
    const text = await checkReply({ text: reply('print("text")'), toolCalls: [call] }, [
      PythonCodeExtraction(),
    ]);
    expect(text.code).toContain('text');
    expect(
      await judgeCall(PythonCodeExtraction(), { name: 'bash', arguments: { command: 'echo hello' } }),
    ).toMatchObject({ verdict: 'fail' });
    expect(
      await judgeCall(PythonCodeExtraction(), { name: 'python', arguments: { code: '   ' } }),
    ).toMatchObject({ verdict: 'fail' });
    expect(
      await judgeCall(PythonCodeExtraction(), { name: 'python', arguments: { code: 123 } }),
    ).toMatchObject({ verdict: 'fail' });
  });

  it('takes the fenced block before a bare line and before a tool call', async () => {
    const call = { name: 'python', arguments: { code: 'x = 10' } };
    const report = await checkReply({ text: `x = 5\n${reply('x = 7')}`, toolCalls: [call] }, [
      PythonCodeExtraction(),
    ]);
    expect(report.code).toBe('x = 7');
  });
});

describe('PythonSyntaxValid', () => {
  it('passes valid code', async () => {
    expect(await judge(PythonSyntaxValid(), reply(programs.valid))).toMatchObject({
      verdict: 'pass',
      reason: expect.stringContaining('valid'),
    });
  });

  it.each([
    programs.syntaxError,
    'def foo(\n    pass',
    'def foo():\nreturn 1',
    'return 1',
    'def f(a, a): pass',
    'nonlocal x',
  ])('fails %j with a place', async (code) => {
    const { verdict, reason, findings } = await judge(PythonSyntaxValid(), reply(code));
    expect(verdict).toBe('fail');
    expect(reason.toLowerCase()).toContain('syntax error');
    expect(findings[0]).toMatchObject({
      severity: 'error',
      line: expect.any(Number),
      column: expect.any(Number),
    });
  });

  it('says that there is no code when there is none', async () => {
    expect(await judge(PythonSyntaxValid(), PROSE)).toMatchObject({
      verdict: 'fail',
      reason: expect.stringContaining('Could not extract'),
    });
  });

  it('never passes bottomless nesting, and goes on', async () => {
    const deep = `x = ${'-'.repeat(100_000)}1`;
    expect(await checkPython(deep, [PythonSyntaxValid()])).toMatchObject({
      ok: false,
      verdict: 'not_checked',
    });
    const brackets = `x = ${'('.repeat(100_000)}${')'.repeat(100_000)}`;
    expect(await checkPython(brackets, [PythonSyntaxValid()])).toMatchObject({ ok: false, verdict: 'fail' });
    expect((await checkPython('x = 1', [PythonSyntaxValid()])).verdict).toBe('pass');
  });

  it('reads code from a Python tool call', async () => {
    expect(
      await judgeCall(PythonSyntaxValid(), { name: 'python', arguments: { code: 'x = 1' } }),
    ).toMatchObject({ verdict: 'pass' });
    expect(
      await judgeCall(PythonSyntaxValid(), { name: 'python', arguments: { code: 'x = (' } }),
    ).toMatchObject({ verdict: 'fail' });
  });

  it('does not let comments of linters switch it off', async () => {
    expect((await checkPython('# ruff: noqa\nreturn 1  # noqa', [PythonSyntaxValid()])).verdict).toBe('fail');
  });
});

describe('ImportRestrictions', () => {
  const imports = (allowedImports: readonly string[]): Requirement => ImportRestrictions({ allowedImports });

  it.each([
    ['listed modules', ['os', 'sys', 'pathlib'], programs.imports],
    ['no imports at all', [], 'print(1)'],
    ['submodules of listed modules', ['pathlib'], 'from pathlib.posixpath import join\nimport pathlib.pure'],
    ['a listed submodule', ['os.path'], 'import os.path\nfrom os.path import join\nfrom os import path'],
    ['compiler directives', [], 'from __future__ import annotations'],
  ] as const)('passes %s', async (_name, allowed, code) => {
    expect(await judge(imports(allowed), reply(code))).toMatchObject({ verdict: 'pass' });
  });

  it.each([
    ['modules that are not listed', ['os', 'sys'], programs.badImports, 'socket, subprocess, urllib'],
    ['every module with an empty list', [], programs.imports, 'os, pathlib, sys'],
    ['a submodule of another', ['os'], 'from urllib.request import urlopen', 'urllib.request'],
    ['names of the package beside the code', ['os'], 'from . import subprocess as sp', '.subprocess'],
    ['relative modules of a listed name', ['math'], 'from ..math import x', '..math'],
    ['the parent of a listed submodule', ['os.path'], 'import os', 'os'],
    ['the module of compiler directives', ['os'], 'import __future__', '__future__'],
    ['a longer name that begins as a listed one', ['json'], 'import jsonschema, json.decoder', 'jsonschema'],
    [
      'imports in branches that never run',
      ['os'],
      'def f():\n    if False:\n        import socket',
      'socket',
    ],
  ] as const)('fails %s and names them', async (_name, allowed, code, named) => {
    const { verdict, reason, findings } = await judge(imports(allowed), reply(code));
    expect(verdict).toBe('fail');
    expect(reason).toContain(`Forbidden imports detected: ${named}.`);
    expect(findings[0]).toMatchObject({
      rule: expect.stringMatching(/^import\/(forbidden|dynamic)$/),
      severity: 'error',
    });
  });

  it.each([
    ['__import__("socket")', 'socket'],
    ['import importlib\nimportlib.import_module("socket")', 'importlib, socket'],
    ['exec("import socket")', 'exec(…)'],
    ['eval("1")', 'eval(…)'],
  ])('fails %j, which imports or may import by other means', async (code, named) => {
    const { verdict, reason } = await judge(imports(['os']), reply(code));
    expect(verdict).toBe('fail');
    expect(reason).toContain(`Forbidden imports detected: ${named}.`);
  });

  it('reads tool calls', async () => {
    const tool = (code: string): ToolCall => ({ name: 'python', arguments: { code } });
    const restricted = (code: string, ...allowed: readonly string[]) =>
      judgeCall(imports(allowed), tool(code));
    expect(await restricted('import os\nimport sys\nprint(os.name)', 'os', 'sys')).toMatchObject({
      verdict: 'pass',
    });
    expect(await restricted('import subprocess', 'os')).toMatchObject({
      verdict: 'fail',
      reason: expect.stringContaining('subprocess'),
    });
  });

  it('fails what is no Python: nobody knows what it imports', async () => {
    const { verdict, reason, findings } = await judge(imports(['os']), reply(programs.syntaxError));
    expect(verdict).toBe('fail');
    expect(reason).toContain('cannot be read for import validation: syntax error at line 1');
    expect(findings).toHaveLength(1);
    const awaits = 'import os\nawait os.read()\nreturn 1';
    expect(await judge(imports(['os']), reply(awaits))).toMatchObject({ verdict: 'pass' });
  });

  it('fails what has no code', async () => {
    expect(await judge(imports(['os']), PROSE)).toMatchObject({
      verdict: 'fail',
      reason: expect.stringContaining('import validation'),
    });
  });

  it('tells the model what it may import', async () => {
    expect(imports(['os', 'sys']).description).toContain('os, sys');
    expect(imports([]).description).toContain('nothing');
  });

  it('refuses to pass any code: NoImportRestrictions does that by name', () => {
    for (const options of [undefined, {}, { allowedImports: null }, { allowed: ['json'] }]) {
      expect(() => ImportRestrictions(options as never)).toThrowError(
        expect.objectContaining({ code: 'core/invalid_option' }),
      );
    }
  });

  it('ends a reply early at a forbidden import, by whole lines and statements alone', () => {
    const restricted = ImportRestrictions({ allowedImports: ['json'], endEarly: true });
    const outcome = (text: string, size: number): string | undefined => {
      const watcher = restricted.watch?.();
      for (let at = 0; at < text.length; at += size) {
        const judgement = watcher?.push(text.slice(at, at + size), text.slice(0, at + size));
        if (judgement != null) return judgement.reason;
      }
      return undefined;
    };
    for (const size of [1, 7, 1000]) {
      expect(outcome('Use socket.\n```python\nimport json\nimport socket\nx', size)).toContain('socket');
      expect(
        outcome('```python\ns = """\nimport socket\n"""\n# import os\n```\nimport os\n', size),
      ).toBeUndefined();
      expect(outcome('```bash\nimport socket\n```\n```python\nimport jso', size)).toBeUndefined();
      expect(outcome('import socket\n', size)).toBeUndefined();
    }
    expect(imports(['json']).watch).toBeNull();
  });

  it('refuses what is no module name', () => {
    expect(() => imports(['os; rm'])).toThrowError(
      expect.objectContaining({ code: 'requirements/invalid_import' }),
    );
  });
});

describe('without execution', () => {
  it('free imports always pass', async () => {
    expect(await judge(NoImportRestrictions(), PROSE)).toMatchObject({ verdict: 'pass' });
  });

  const unexecuted = [PythonExecutionReq({ maxOutputChars: 100, timeoutSeconds: 1 }), OutputSizeLimit()];

  it('the engine none is not checked, and never a pass', async () => {
    for (const requirement of unexecuted) {
      const report = await checkReply(reply(programs.endless), [requirement]);
      expect(report.results[0]).toMatchObject({ verdict: 'not_checked', cause: 'by_choice', score: null });
      expect(report.verdict).toBe('not_checked');
    }
  });

  it('the engine none fails what certainly cannot run', async () => {
    for (const requirement of unexecuted) {
      expect(await judge(requirement, PROSE)).toMatchObject({
        verdict: 'fail',
        reason: expect.stringContaining('Could not extract Python code'),
      });
    }
    expect(await judge(PythonExecutionReq(), reply(programs.syntaxError))).toMatchObject({
      verdict: 'fail',
      reason: expect.stringContaining('syntax error at line 1'),
    });
    const restricted = PythonExecutionReq({ allowedImports: ['os', 'sys'] });
    expect(await judge(restricted, reply(programs.badImports))).toMatchObject({
      verdict: 'fail',
      reason: expect.stringContaining('Unauthorized imports detected'),
    });
    expect(await judge(restricted, reply('import os'))).toMatchObject({ verdict: 'not_checked' });
  });

  it('each engine keeps its name, static where none is given', () => {
    expect(REQUIREMENT_ENGINES).toEqual(['none', 'monty', 'cpython', 'docker', 'auto', 'local_unsafe']);
    for (const engine of REQUIREMENT_ENGINES) expect(PythonExecutionReq({ engine }).engine).toBe(engine);
    expect(PythonExecutionReq().engine).toBe('none');
    expect(PythonExecutionReq({ maxOutputChars: 5000 }).description).not.toContain('Output limit');
  });

  it('the limit of output is told, 10,000 characters where none is given', () => {
    expect(OutputSizeLimit({ limitChars: 5000 }).description).toContain('5,000 characters');
    expect(OutputSizeLimit().description).toContain('10,000 characters');
  });
});
