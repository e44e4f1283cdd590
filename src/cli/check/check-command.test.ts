import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../sandbox/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { type CommandLineResult, callCommandLine } from '../command-line.fixture.js';
import type { CheckDocument } from './check-document.js';
import { fileUri } from './file-uri.js';
import type { SarifLog } from './render-sarif.js';

const noMonty = await createSandbox({ engine: 'monty' }).then(
  (sandbox) => sandbox.close().then(() => null),
  (error: Error) => error.message,
);
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-check-'));
  const files: Record<string, string | Uint8Array> = {
    'good.py': 'import math\nprint(math.floor(2.5))\n',
    'bad.py': 'import socket\nx = (1\n',
    'imports.py': 'import socket\n',
    'answer.md': 'Here you are:\n\n```python\nimport math\nprint(math.nothing)\n```\n',
    'fence.py': 'TEXT = """\n```python\nnot code\n```\n"""\nprint(len(TEXT))\n',
    'binary.bin': new Uint8Array([0xff, 0xfe, 0x00, 0x80]),
    'two-blocks.md': '```python\nprint(1)\n```\n\nor\n\n```python\nprint(2)\n```\n',
    'empty.md': '',
    'empty.py': '',
    'blank.py': '\n  \n# nothing yet\n',
    'endless.py': 'while True:\n    pass\n',
    'one.py': 'print(1)\n',
    'deep.py': `x = ${'-'.repeat(20_000)}1\n`,
  };
  for (const [name, data] of Object.entries(files)) writeFileSync(join(folder, name), data);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const check = (argv: readonly string[], stdin = '', terminal = false): Promise<CommandLineResult> =>
  callCommandLine(['check', ...argv], { cwd: folder, stdin, terminal });

async function checkJson(argv: readonly string[], stdin = ''): Promise<CheckDocument> {
  return JSON.parse((await check([...argv, '--json'], stdin)).stdout) as CheckDocument;
}

describe('mettle check', () => {
  it('counts files that failed in words', async () => {
    expect((await check(['bad.py'])).stdout).toContain('\n1 file checked, 1 failed.\n');
  });

  it('says yes with 0 and no with 1', async () => {
    expect((await check(['good.py'])).code).toBe(0);
    expect((await check(['bad.py'])).code).toBe(1);
    expect((await check(['good.py', 'bad.py'])).code).toBe(1);
    expect((await check(['empty.md'])).code).toBe(1);
  });

  it('tells of imports as advice, and does not fail', async () => {
    const argv = ['imports.py', '--no-imports', '--warn-imports'];
    const { code, stdout } = await check(argv);
    expect(code).toBe(0);
    expect(stdout).toContain('  advice imports (ImportRestrictions): ');
    expect(stdout).toContain('imports.py:1:1 advice import/forbidden');
    expect(stdout).toContain('1 file checked, nothing wrong found, with advice.');
    const document = await checkJson(argv);
    expect(document.results.at(-1)).toMatchObject({ severity: 'should', verdict: 'fail' });
    expect(document.files[0]).toMatchObject({ ok: true, verdict: 'not_checked', score: 2 / 3 });
    expect((await check([...argv, '--format', 'github'])).stdout).toMatch(/^::warning /);
    const sarif = JSON.parse((await check([...argv, '--format', 'sarif'])).stdout) as SarifLog;
    expect(sarif.runs[0]?.results[0]).toMatchObject({ kind: 'fail', level: 'warning' });
    expect((await check(['imports.py', '--no-imports'])).code).toBe(1);
    expect((await check(['imports.py', '--warn-imports'])).code).toBe(2);
  });

  it('prints one document with the class names of the requirements', async () => {
    const document = await checkJson(['good.py']);
    expect(document).toMatchObject({ ok: true, code: 'import math\nprint(math.floor(2.5))\n' });
    expect(document.results.map(({ requirement, verdict }) => [requirement, verdict])).toEqual([
      ['PythonCodeExtraction', 'pass'],
      ['PythonSyntaxValid', 'pass'],
      ['PythonExecutionReq', 'not_checked'],
      ['NoImportRestrictions', 'pass'],
    ]);
  });

  it('runs a program on cases of input', async () => {
    writeFileSync(join(folder, 'sum.py'), 'a, b = map(int, input().split())\nprint(a + b)\n');
    writeFileSync(
      join(folder, 'cases.json'),
      '[{"stdin": "1 2", "stdout": "3"}, {"stdin": "2 2", "stdout": "5"}]',
    );
    const document = await checkJson(['sum.py', '--execute', '--cases', 'cases.json']);
    expect(document.results.map(({ requirement }) => requirement)).toContain('StdioPass');
    const stdio = document.results.find(({ requirement }) => requirement === 'StdioPass');
    if (stdio?.verdict === 'fail') expect(stdio.reason).toContain('expected "5" (token 1: 4, not 5)');
    expect(stdio?.verdict).not.toBe('pass');
    for (const argv of [
      ['--cases', 'cases.json'],
      ['--execute', '--compare', 'exact'],
      ['--execute', '--cases', 'sum.py'],
    ]) {
      expect((await check(['sum.py', ...argv])).code).toBe(2);
    }
  });

  it('reads imports against a list, and against none', async () => {
    expect((await check(['imports.py', '--allow-import', 'socket,json'])).code).toBe(0);
    const forbidden = await checkJson(['imports.py', '--allow-import', 'json']);
    expect(forbidden.results[3]).toMatchObject({
      requirement: 'ImportRestrictions',
      verdict: 'fail',
      findings: [{ rule: 'import/forbidden', line: 1, column: 1 }],
    });
    expect((await check(['imports.py', '--no-imports'])).code).toBe(1);
  });

  it('finds the places of a reply in its file', async () => {
    const { results } = await checkJson(['answer.md', '--allow-import', 'json']);
    expect(results[3]?.findings[0]).toMatchObject({ line: 1, file_line: 4, file_column: 1 });
  });

  unless(noMonty).it('checks types', async () => {
    const { results } = await checkJson(['-', '--types'], 'def f(x: int) -> str:\n    return x\n');
    expect(results.at(-1)).toMatchObject({
      requirement: 'TypesHold',
      verdict: 'fail',
      findings: [{ rule: 'types/invalid-return-type', line: 2 }],
    });
  });

  it('asks the compiler of CPython, and says with 3 where there is none', async () => {
    const { code, stdout } = await check(['-', '--compile', '--json'], 'x = (\n');
    expect([1, 3]).toContain(code);
    expect((JSON.parse(stdout) as CheckDocument).results[1]?.verdict).toBe(code === 1 ? 'fail' : 'error');
  });

  it('takes source and replies on standard input, and source with fences in its strings', async () => {
    expect((await checkJson(['-'], 'def f(:\n    pass\n')).results[1]).toMatchObject({ verdict: 'fail' });
    expect((await checkJson(['-'], 'Sure:\n```py\nprint(1)\n```')).code).toBe('print(1)');
    expect((await checkJson(['-'], 'I cannot do that.')).results[0]).toMatchObject({ verdict: 'fail' });
    expect((await checkJson(['fence.py'])).code).toContain('len(TEXT)');
  });

  it('takes an empty Python file for an empty module, and any other empty text for a reply without code', async () => {
    expect((await check(['empty.py'])).code).toBe(0);
    expect((await check(['blank.py'])).code).toBe(0);
    for (const [argv, stdin] of [
      [['-'], ''],
      [['-'], ' \n'],
      [['empty.md'], ''],
    ] as const) {
      const { ok, results } = await checkJson(argv, stdin);
      expect(ok).toBe(false);
      expect(results[0]).toMatchObject({ requirement: 'PythonCodeExtraction', verdict: 'fail' });
      expect(results[0]?.reason).toContain('the reply is empty');
    }
  });

  it('names the flag that would allow what is forbidden', async () => {
    const { results } = await checkJson(['imports.py', '--allow-import', 'json']);
    expect(results[3]?.findings[0]?.hint).toBe('Use only json. Or allow it with --allow-import.');
  });

  it('shows people the place, in colour on a terminal only', async () => {
    const plain = (await check(['bad.py'])).stdout;
    expect(plain).toContain('FAIL syntax (PythonSyntaxValid)');
    expect(plain).toMatch(/bad\.py:2:\d+ error/);
    expect(plain).toMatch(/2 \| x = \(1/);
    expect(plain).not.toContain('\u001b[');
    expect((await check(['bad.py'], '', true)).stdout).toContain('\u001b[');
  });

  it('says nothing of what was not asked, and not that all is good beside a warning', async () => {
    const { stdout } = await check(['good.py']);
    expect(stdout).not.toMatch(/NoImportRestrictions|PythonExecutionReq|not checked/);
    expect(stdout).toMatch(/\n1 file checked, all good\.\n$/);
    expect((await check(['two-blocks.md'])).stdout).toMatch(
      /\n1 file checked, nothing wrong found, 1 warning\.\n$/,
    );
  });

  it('shows nothing raw of what a model wrote', async () => {
    const name = '\u001b]0;t\u0007\u202e.md';
    writeFileSync(join(folder, name), '```python\nraise ValueError("\u001b[2J\u0007\u202e") \\ x\n```\n');
    for (const terminal of [false, true]) {
      const { stdout, stderr } = await check([name, 'gone\u001b[2J.md'], '', terminal);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there.
      expect(stdout + stderr).not.toMatch(/\u001b(?!\[\d+m)|\u0007|\u202e/);
      expect(stderr).toContain('gone\\x1b[2J.md');
    }
  });

  it('minds NO_COLOR before FORCE_COLOR before the terminal', async () => {
    const coloured = async (terminal: boolean, environment: Record<string, string>): Promise<boolean> =>
      (await callCommandLine(['check', 'bad.py'], { cwd: folder, terminal, environment })).stdout.includes(
        '\u001b[',
      );
    expect(await coloured(false, { FORCE_COLOR: '1' })).toBe(true);
    expect(await coloured(true, { FORCE_COLOR: '0' })).toBe(false);
    expect(await coloured(true, { NO_COLOR: '1' })).toBe(false);
    expect(await coloured(true, { NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(false);
    expect(await coloured(true, { NO_COLOR: '' })).toBe(true);
  });

  it('writes annotations that GitHub reads', async () => {
    const { stdout } = await check(['imports.py', 'good.py', '--no-imports', '--format', 'github']);
    expect(stdout.split('\n')[0]).toBe(
      '::error file=imports.py,line=1,endLine=1,col=1,endColumn=14,title=ImportRestrictions::The module socket may not be imported. No module may be imported. Or allow it with --allow-import.',
    );
    expect((await check(['good.py', '--format', 'github'])).stdout).toBe('');
  });

  it.each([
    [['absent.py'], 'no such file'],
    [['.'], 'is a folder'],
    [['binary.bin'], 'not UTF-8 text'],
    [['good.py', '--timeout', '0'], 'greater than 0'],
    [['good.py', '--output-limit', '-1'], 'at least 1'],
    [['good.py', '--execute', '--engine', 'local'], '--engine is one of'],
    [['good.py', '--engine', 'monty'], '--engine applies to the run: add --execute'],
    [['good.py', '--timeout', '5'], '--timeout applies to the run: add --execute'],
    [['good.py', '--packages', '.'], '--packages applies to the run: add --execute'],
    [['good.py', '--packages', 'nowhere', '--execute'], 'nowhere; name a virtual environment'],
    [['good.py', '--output-limit', '10000'], '--output-limit applies to the run'],
    [['good.py', '--output-limit', '1', '--no-imports'], 'add --execute'],
    [['good.py', '--format', 'xml'], '--format is one of'],
    [['good.py', '--allow-import', 'a', '--no-imports'], 'contradict'],
    [['good.py', '--allow-import', 'not a module'], '--allow-import has "not a module"'],
    [['good.py', '--json', '--format', 'sarif'], 'contradict'],
    [['-', '-'], 'read only once'],
  ])('refuses %j with one line and exit code 2', async (argv, words) => {
    const { code, stdout, stderr } = await check(argv);
    expect(code).toBe(2);
    if (!argv.includes('--json')) expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(words);
  });
});

describe('mettle check of code that cannot be judged', () => {
  it('says no with 1, and why', async () => {
    expect((await check(['deep.py'])).code).toBe(1);
    const { ok, results } = await checkJson(['deep.py']);
    expect(ok).toBe(false);
    expect(results[1]).toMatchObject({
      requirement: 'PythonSyntaxValid',
      verdict: 'not_checked',
      cause: 'limit',
      findings: [{ rule: 'syntax/too-complex', severity: 'warning' }],
    });
    expect((await check(['deep.py'])).stdout).toContain('not checked syntax (PythonSyntaxValid)');
  });

  it('is open in SARIF, and an error among the annotations of a job that fails', async () => {
    const log = JSON.parse((await check(['deep.py', '--format', 'sarif'])).stdout) as SarifLog;
    expect(log.runs[0].results[0]).toMatchObject({
      ruleId: 'PythonSyntaxValid',
      kind: 'open',
      level: 'none',
    });
    expect((await check(['deep.py', '--format', 'github'])).stdout).toMatch(
      /^::error file=deep\.py,line=1,.*title=PythonSyntaxValid::[^\n]+\n$/,
    );
  });
});

describe('mettle check --execute', () => {
  unless(noMonty).it('runs the code and shows what it printed', async () => {
    const document = await checkJson(['good.py', '--execute', '--engine', 'monty']);
    expect(document.ok).toBe(true);
    expect(document.results[2]).toMatchObject({
      verdict: 'pass',
      execution: { engine: 'monty', stdout: '2\n' },
    });
    expect((await check(['answer.md', '--execute', '--engine', 'monty'])).code).toBe(1);
    expect((await check(['good.py', '--execute', '--engine', 'monty', '--output-limit', '1'])).code).toBe(0);
  });

  unless(noMonty).it('speaks of its flags and counts in plain words', async () => {
    const argv = ['--execute', '--engine', 'monty', '--timeout', '0.2', '--output-limit', '1'];
    const { stdout } = await check(['endless.py', ...argv]);
    expect(stdout).toContain('Or allow more time with --timeout.');
    expect(stdout).not.toMatch(/timeoutSeconds|\b1 (?:seconds|lines|files|chars)\b/);
    const one = await check(['one.py', ...argv]);
    expect(one.stdout).toContain('1 line.');
    expect(one.stdout).toContain('1 file checked, all good.');
  });

  it('says with 3 that this machine lacks the engine', async () => {
    const { code, stdout } = await check(['good.py', '--execute', '--engine', 'docker']);
    expect(code).toBe(3);
    expect(stdout).toContain('ERROR runs (PythonExecutionReq)');
  });
});

describe('SARIF 2.1.0', () => {
  it('has what the standard requires of a log, a run and its results', async () => {
    const { stdout, code } = await check(['bad.py', 'answer.md', '--no-imports', '--format', 'sarif']);
    expect(code).toBe(1);
    const log = JSON.parse(stdout) as SarifLog;
    expect(log.version).toBe('2.1.0');
    expect(log.$schema).toMatch(/sarif-2\.1\.0/);
    const [run] = log.runs;
    const { driver } = run.tool;
    expect(driver.name).toBe('mettle');
    expect(new Set(driver.rules.map(({ id }) => id)).size).toBe(driver.rules.length);
    expect(run.results.length).toBeGreaterThan(1);
    for (const result of run.results) {
      expect(driver.rules[result.ruleIndex]?.id).toBe(result.ruleId);
      expect(result.message.text).not.toBe('');
      expect(['none', 'note', 'warning', 'error']).toContain(result.level);
      if (result.kind !== 'fail') expect(result.level).toBe('none');
      for (const { physicalLocation } of result.locations) {
        expect(physicalLocation.artifactLocation.uri).toMatch(/^(bad\.py|answer\.md)$/);
        const { region } = physicalLocation;
        if (region === undefined) continue;
        for (const number of Object.values(region)) expect(number).toBeGreaterThanOrEqual(1);
        expect(region.endLine).toBeGreaterThanOrEqual(region.startLine);
      }
    }
    expect(run.invocations[0].executionSuccessful).toBe(true);
  });

  it('says nothing of what was not asked for', async () => {
    const log = JSON.parse((await check(['good.py', '--format', 'sarif'])).stdout) as SarifLog;
    expect(log.runs[0].results).toEqual([]);
  });

  it('has fingerprints that stay where a line moves, and that no two results share', async () => {
    const prints = async (text: string): Promise<readonly string[]> => {
      writeFileSync(join(folder, 'moved.py'), text);
      const log = JSON.parse(
        (await check(['moved.py', '--no-imports', '--format', 'sarif'])).stdout,
      ) as SarifLog;
      return log.runs[0].results.map((result) => result.partialFingerprints['findingOnLine/v1']);
    };
    const before = await prints('import os\nx = 1\nimport os\n');
    expect(before.length).toBeGreaterThan(1);
    expect(new Set(before).size).toBe(before.length);
    expect(await prints('\n\nimport os\ny = 2\nimport os\n')).toEqual(before);
  });

  it('names any file as a URI that leads back to it', () => {
    const names = [
      'a b.py',
      'a#b?.py',
      '100%.py',
      'a:b.py',
      'é😀.py',
      "'(x)*!.py",
      '../up.py',
      'x/[y]/{z}.py',
      '/etc/a b',
      '<s>&"|^`\\.py',
      '\n.py',
    ];
    for (const name of names) {
      const uri = fileUri(name);
      expect(uri).toMatch(/^(?:file:\/\/\/)?[\w.~%/-]+$/);
      expect(decodeURIComponent(uri.replace(/^file:\/\//, ''))).toBe(name);
      expect(() => new URL(uri, 'file:///base/')).not.toThrow();
    }
    expect(fileUri('\ud800.py')).toBe('%EF%BF%BD.py');
  });
});

describe('places in a reply', () => {
  it('are those of the text for every line of joined blocks, in JSON, SARIF and annotations', async () => {
    const reply = [
      'First the data:', // 1
      '',
      '```python', // 3
      'import socket', // 4
      'values = [1, 2]',
      '```',
      'Words.',
      '',
      '> Then the rest:',
      '>',
      '> ```python', // 11
      '> import ssl', // 12
      '>',
      '> print(sum(values))',
      '> ```',
    ].join('\n');
    writeFileSync(join(folder, 'joined.md'), reply);
    const argv = ['joined.md', '--no-imports'];
    const document = await checkJson(argv);
    const findings = document.results.flatMap((result) => result.findings);
    expect(findings.map(({ line, file_line, file_column }) => [line, file_line, file_column])).toEqual([
      [1, 4, 1],
      [4, 12, 3],
    ]);
    const log = JSON.parse((await check([...argv, '--format', 'sarif'])).stdout) as SarifLog;
    expect(
      log.runs[0].results.map(({ locations }) => locations[0]?.physicalLocation.region?.startLine),
    ).toEqual([4, 12]);
    const { stdout } = await check([...argv, '--format', 'github']);
    expect([...stdout.matchAll(/,line=(\d+)/g)].map(([, line]) => Number(line))).toEqual([4, 12]);
  });

  it('step over the output of an interactive session', async () => {
    writeFileSync(
      join(folder, 'session.md'),
      'So:\n\n```pycon\n>>> x = 1\n>>> print(x)\n1\n>>> import socket\n>>> for i in x:\n...     import ssl\n```\n',
    );
    const document = await checkJson(['session.md', '--no-imports']);
    expect(
      document.results
        .flatMap((result) => result.findings)
        .map(({ file_line, file_column }) => [file_line, file_column]),
    ).toEqual([
      [7, 5],
      [9, 9],
    ]);
  });
});
