import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../core/index.js';
import { unless } from '../../../testing/unless.fixture.js';
import { callCommandLine } from '../../command-line.fixture.js';
import { mirrored, noise, surnames, useTaskFolder } from './evolve.fixture.js';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const tasks = useTaskFolder();
const { evolve, put } = tasks;

describe('mettle evolve --out, --report and --ask', () => {
  const saved = async (name: string): Promise<string> => readFile(join(tasks.folder, name), 'utf8');

  it('saves the script, tests that pass with python3, and how it was found', async () => {
    await put('surnames.json', { ...surnames, script: 'def transform(name):\n    return name\n' });
    const { code, stdout } = await evolve('surnames.json', '--out', 'out', '--report', 'page.html');
    expect(code).toBe(0);
    expect((await readdir(join(tasks.folder, 'out'))).sort()).toEqual([
      'surnames.lineage.json',
      'surnames.py',
      'test_surnames.py',
    ]);
    const { candidates, ...lineage } = JSON.parse(await saved('out/surnames.lineage.json'));
    expect(lineage).toMatchObject({
      version: 1,
      task: 'surnames',
      script: { sha256: sha256(await saved('out/surnames.py')), found_by: 'enumeration' },
      seed_script: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      examples: { count: 8 },
      budget: { seconds: 20, max_evaluations: 1_000_000 },
      seed: 0,
      stop_reason: 'found',
    });
    // The script of the task first, the one that was chosen last; mended scripts may stand between.
    expect(candidates[0]).toMatchObject({ passed: 0, total: 8 });
    expect(candidates.at(-1)).toMatchObject({ passed: 8, total: 8 });
    expect(stdout).toContain('# Changed from the script of the task:\n# - def transform(name):\n');
    expect(stdout).toContain('# +     return text.split()[-1].upper()');
    const page = await saved('page.html');
    expect(page).toContain('1 of 1 task solved');
    expect(page).toContain('<span class="minus">− def transform(name):</span>');
  });

  unless(hasPython ? null : 'there is no python3').it(
    'writes tests that fail for a wrong script',
    async () => {
      await put('surnames.json', surnames);
      await evolve('surnames.json', '--out', 'surnames.py');
      const test = (): number | null =>
        spawnSync('python3', ['-B', 'test_surnames.py'], { cwd: tasks.folder }).status;
      expect(test()).toBe(0);
      await writeFile(join(tasks.folder, 'surnames.py'), 'def transform(text):\n    return text\n');
      expect(test()).toBe(1);
    },
  );

  const endings = {
    examples: ['ab-xyz', 'cd-uvw', 'ef-rst', 'gh-opq'].map((input) => ({ input, output: input.slice(3) })),
    unlabelled: ['abc-de'],
  };

  it('says which input the examples do not decide, and asks for it at a terminal', async () => {
    await put('endings.json', endings);
    const argv = ['endings.json', '--max-evaluations', '8000', '--ask'];
    const question = 'What should come out of "abc-de"? Scripts that fit every example disagree:';
    const { stdout } = await evolve(...argv);
    expect(stdout).toContain(`# ${question}\n#   1. `);
    const asked = await callCommandLine(['evolve', ...argv, '--out', 'endings.py'], {
      cwd: tasks.folder,
      terminal: true,
      answer: ['"de"'],
    });
    expect(asked.stderr).toContain(`${question}\n  1. `);
    const quiet = await callCommandLine(['evolve', ...argv, '--quiet'], {
      cwd: tasks.folder,
      terminal: true,
      answer: [''],
    });
    expect(quiet.stderr).toContain(question);
    const lineage = JSON.parse(await saved('endings.lineage.json'));
    expect(lineage.examples.count).toBe(5);
    expect(await saved('test_endings.py')).toContain(`('"abc-de"', '"de"'),`);
  });

  it('draws grids, and writes hostile texts as text', async () => {
    await mkdir(join(tasks.folder, 'tasks'));
    await put('tasks/mirrored.json', mirrored);
    await put('tasks/nasty.json', { ...noise, description: '<script>alert(1)</script>' });
    await evolve('tasks', '--max-evaluations', '3000', '--report', 'page.html', '--jobs', '1');
    const page = await saved('page.html');
    expect(page).toContain('aria-label="grid of 1 by 2: 1 0"');
    expect(page).toContain('&#60;script&#62;');
    expect(page).not.toContain('<script');
  });

  it.each([
    ['its own tests', 'names.py', 'test_names.py', 'import names\n'],
    ['its own lineage', 'names.py', 'names.lineage.json', '{"parents": []}'],
    ['a script in the folder', 'out', 'out/surnames.py', 'def mine():\n    return 1\n'],
    ['tests in the folder', 'out/', 'out/test_surnames.py', '"""Runs my own checks."""\n'],
  ])('replaces no file that it was not told of: %s', async (_name, out, file, text) => {
    await put('surnames.json', surnames);
    await mkdir(join(tasks.folder, 'out'));
    await put(file, text);
    const { code, stderr } = await evolve('surnames.json', '--out', out);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^mettle evolve: --out would replace .*\n$/)]);
    expect(stderr).toContain(file);
    expect(await saved(file)).toBe(text);
    expect((await readdir(tasks.folder)).filter((name) => name.endsWith('.py') && name !== file)).toEqual([]);
  });

  it('replaces a script that it was told of, and all that it wrote before', async () => {
    await put('surnames.json', surnames);
    await put('names.py', 'def transform(name):\n    return name\n');
    expect(await evolve('surnames.json', '--out', 'names.py')).toMatchObject({ code: 0 });
    expect(await evolve('surnames.json', '--out', 'names.py')).toMatchObject({ code: 0 });
    const lineage = JSON.parse(await saved('names.lineage.json'));
    expect(lineage.script.sha256).toBe(sha256(await saved('names.py')));
    expect(lineage.tests.sha256).toBe(sha256(await saved('test_names.py')));
  });

  it.each([
    [
      'a file that is no script',
      ['surnames.json', '--out', 'names.txt'],
      /names\.txt is no name of a script/,
    ],
    ['a device', ['surnames.json', '--out', '/dev/null'], /\/dev\/null is no name of a script/],
    [
      'a folder in the place of a file',
      ['surnames.json', '--out', 'taken.py'],
      /test_taken\.py is there and no file/,
    ],
    ['a place behind a file', ['surnames.json', '--out', 'surnames.json/names.py'], /is not a folder/],
    [
      'tasks whose files have the same name',
      ['tasks', '--out', 'out'],
      /a and test_a would both write test_a\.py/,
    ],
  ])('refuses %s before any work', async (_name, argv, message) => {
    await put('surnames.json', surnames);
    await mkdir(join(tasks.folder, 'tasks'));
    await mkdir(join(tasks.folder, 'test_taken.py'));
    await put('tasks/a.json', surnames);
    await put('tasks/test_a.json', surnames);
    const before = await readdir(tasks.folder);
    const { code, stdout, stderr } = await evolve(...argv);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(await readdir(tasks.folder)).toEqual(before);
  });
});
