import { chmod, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unless } from '../../../testing/unless.fixture.js';
import { type CommandLineResult, callCommandLine } from '../../command-line.fixture.js';
import { mirrored, noise, surnames, useTaskFolder } from './evolve.fixture.js';

const tasks = useTaskFolder();
const { evolve, put } = tasks;

describe('mettle evolve', () => {
  it('trains a task, prints the script and writes it', async () => {
    await put('surnames.json', surnames);
    const result = await evolve('surnames.json', '--out', 'surnames.py');
    expect(result.code).toBe(0);
    expect(result.stdout).toContain('def transform(text):\n    """Family name in capitals"""\n');
    const script = await readFile(join(tasks.folder, 'surnames.py'), 'utf8');
    expect(result.stdout.startsWith(script)).toBe(true);
  });

  it('reads a task from standard input', async () => {
    const piped = (stdin: string, ...argv: readonly string[]): Promise<CommandLineResult> =>
      callCommandLine(['evolve', '-', ...argv], { cwd: tasks.folder, stdin });
    const { code, stdout } = await piped(JSON.stringify(surnames), '--json', '--out', 'surnames.py');
    expect({ code, document: JSON.parse(stdout) }).toMatchObject({
      code: 0,
      document: { tasks: [{ task: 'stdin', solved: true }] },
    });
    expect((await readdir(tasks.folder)).sort()).toEqual([
      'surnames.lineage.json',
      'surnames.py',
      'test_surnames.py',
    ]);
    expect(await piped('{"examples": [')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('standard input: is not JSON'),
    });
  });

  it('prints one JSON document with --json', async () => {
    await put('surnames.json', surnames);
    const document = JSON.parse((await evolve('surnames.json', '--json')).stdout);
    expect(document).toMatchObject({
      tasks: [
        {
          task: 'surnames',
          solved: true,
          script: expect.stringContaining('def transform'),
          train: { passed: 6, total: 6, rate: 1 },
          holdout: { passed: 2, total: 2, rate: 1 },
          confidence: 'high',
          found_by: 'enumeration',
          evaluations: expect.any(Number),
          seconds: expect.any(Number),
          stop_reason: 'found',
        },
      ],
      solved: 1,
      fit: 1,
      abstained: 0,
    });
  });

  it('trains every task of a folder, scores ARC tasks on their test pairs, and abstains on noise', async () => {
    await mkdir(join(tasks.folder, 'tasks'));
    await put('tasks/a-noise.json', noise);
    await put('tasks/b-mirrored.json', mirrored);
    await put('tasks/c-surnames.json', surnames);
    await put('tasks/notes.txt', 'not a task');
    const result = await evolve('tasks', '--out', 'scripts', '--max-evaluations', '8000', '--json');
    expect(result.code).toBe(0);
    const document = JSON.parse(result.stdout);
    expect(document).toMatchObject({ solved: 2, fit: 2, abstained: 1 });
    expect(
      document.tasks.map(({ task, solved }: { task: string; solved: boolean }) => [task, solved]),
    ).toEqual([
      ['a-noise', false],
      ['b-mirrored', true],
      ['c-surnames', true],
    ]);
    expect(document.tasks[1].holdout).toEqual({ passed: 1, total: 1, rate: 1 });
    expect(
      (await readdir(join(tasks.folder, 'scripts'))).filter((name) => /^[a-z]-.*\.py$/.test(name)).sort(),
    ).toEqual(['b-mirrored.py', 'c-surnames.py']);
  });

  it('says no with exit code 1 and writes nothing when it abstains', async () => {
    await put('noise.json', noise);
    const result = await evolve('noise.json', '--max-evaluations', '5000', '--out', 'noise.py');
    expect(result.code).toBe(1);
    expect(result.stdout).toContain('abstained');
    expect(result.stdout).toContain('# What would help:\n# - Nothing came near. ');
    expect(await readdir(tasks.folder)).toEqual(['noise.json']);
  });

  it('says which examples would help, and in --json too', async () => {
    await put('two.json', { examples: noise.examples.slice(0, 2) });
    const argv = ['two.json', '--max-evaluations', '2000'];
    expect((await evolve(...argv)).stdout).toContain(
      '# What would help:\n# - Give at least six examples; there are 2.\n',
    );
    const { tasks } = JSON.parse((await evolve(...argv, '--json')).stdout);
    expect(tasks[0].advice[0]).toBe('Give at least six examples; there are 2.');
  });

  it('names the example that seems to be wrong where one may be', async () => {
    const examples = surnames.examples.map((example, index) =>
      index === 2 ? { ...example, output: 'LEE' } : example,
    );
    await put('names.json', { examples });
    const argv = ['names.json', '--max-evaluations', '10000'];
    expect((await evolve(...argv)).code).toBe(1);
    const { code, stdout } = await evolve(...argv, '--tolerance', '1');
    expect(code).toBe(0);
    expect(stdout).toContain('return text.split()[-1].upper()');
    expect(stdout).toContain('# Seems to be wrong: "Grace Hopper" → "LEE"');
    const { stdout: json } = await evolve(...argv, '--tolerance', '1', '--json');
    expect(JSON.parse(json).tasks[0].suspects).toEqual([{ input: 'Grace Hopper', output: 'LEE' }]);
  });

  it('shows from the start how far the search is, on stderr alone', async () => {
    await put('surnames.json', surnames);
    const { stdout, stderr } = await evolve('surnames.json', '--json');
    expect(stderr.split('\n')).toContainEqual(
      expect.stringMatching(/^search {2}0\/1000000 {2}0% {2}20 s left {2}no match yet$/),
    );
    expect(JSON.parse(stdout)).toMatchObject({ solved: 1, tasks: [{ advice: [] }] });
  });

  it('gives the same answer for the same seed', async () => {
    await put('surnames.json', surnames);
    const script = async (...seed: readonly string[]): Promise<unknown> =>
      JSON.parse((await evolve('surnames.json', '--json', ...seed)).stdout).tasks.map(
        (task: { readonly seconds: number }) => ({ ...task, seconds: 0 }),
      );
    expect(await script('--seed', '3')).toEqual(await script('--seed', '3'));
  });

  it.each([
    ['a missing file', ['nowhere.json'], /There is no file or folder nowhere\.json/],
    ['a folder without tasks', ['.'], /holds no \.json file/],
    ['a file that is not JSON', ['broken.json'], /broken\.json: is not JSON/],
    ['a file that is no task', ['other.json'], /other\.json: needs "examples"/],
    ['an --out in no folder', ['good.json', '--out', 'no/where.py'], /is not a folder that can be written/],
    ['a report in no folder', ['good.json', '--report', 'no/where.html'], /--report: .* is not a folder/],
    ['no jobs', ['good.json', '--jobs', '0'], /--jobs takes a whole number/],
    [
      'a budget of nothing',
      ['good.json', '--budget-seconds', '0'],
      /--budget-seconds takes a number greater than 0/,
    ],
    ['a seed that is no number', ['good.json', '--seed', 'x'], /--seed takes a whole number/],
  ])('refuses %s in one line', async (name, argv, message) => {
    if (name !== 'a folder without tasks') {
      await put('broken.json', '{"examples": [');
      await put('other.json', { questions: [] });
      await put('good.json', surnames);
    }
    const result = await evolve(...argv);
    expect(result.code).toBe(2);
    expect(result.stdout).toBe('');
    expect(result.stderr).toMatch(message);
    expect(result.stderr.trim().split('\n')).toHaveLength(1);
  });

  it('names the bad file of a folder before training any', async () => {
    await mkdir(join(tasks.folder, 'tasks'));
    await put('tasks/a.json', surnames);
    await put('tasks/b.json', { examples: [{ input: 1 }] });
    const result = await evolve('tasks', '--out', 'scripts');
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(/tasks\/b\.json: "examples\[0\]" has no "output"/);
    expect(await readdir(tasks.folder)).toEqual(['tasks']);
  });

  it('refuses to write over the task', async () => {
    await put('names.json', surnames);
    const { code, stderr } = await evolve('names.json', '--out', './names.json');
    expect([code, stderr]).toEqual([2, expect.stringContaining('is the task itself')]);
    expect(JSON.parse(await readFile(join(tasks.folder, 'names.json'), 'utf8'))).toEqual(surnames);
  });

  unless(process.getuid?.() === 0 ? 'root may read everything' : null).it(
    'refuses a file it may not read',
    async () => {
      await put('secret.json', surnames);
      await chmod(join(tasks.folder, 'secret.json'), 0);
      expect(await evolve('secret.json')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('Cannot read secret.json'),
      });
    },
  );
});

describe('bad input', () => {
  const task = async (value: unknown, ...argv: readonly string[]) => {
    await put('task.json', value);
    return evolve('task.json', '--max-evaluations', '3000', ...argv);
  };

  it('names examples that contradict each other', async () => {
    const examples = [
      { input: 'a', output: 1 },
      { input: 'b', output: 2 },
      { input: 'a', output: 3 },
    ];
    const { code, stderr } = await task({ examples });
    expect(code).toBe(2);
    expect(stderr).toMatch(/task\.json: Examples 1 and 3/);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('takes examples that contradict each other where some may be wrong', async () => {
    const right = [3, 8, 1, 10, 22, 7, 15, 6].map((n) => ({ input: n, output: n * 2 }));
    const examples = [...right, { input: 3, output: 7 }];
    const { stdout } = await task({ examples }, '--tolerance', '1', '--max-evaluations', '20000', '--json');
    expect(JSON.parse(stdout).tasks).toMatchObject([{ solved: true, suspects: [{ input: 3, output: 7 }] }]);
  });

  it.each([
    ['one example only', { examples: [{ input: 'a b', output: 'b' }] }, 1],
    [
      'inputs of mixed types',
      { examples: ['a', 1, null, [2], { b: 3 }, true].map((input) => ({ input, output: 'x' })) },
      1,
    ],
    [
      'an input and an output that are huge',
      { examples: [1, 2, 3, 4].map((n) => ({ input: `${n} ${'x'.repeat(100_000)}`, output: `${n}` })) },
      0,
    ],
  ])('answers clearly to %s', async (_name, value, expected) => {
    const { code, stdout } = await task(value, '--json');
    expect(code).toBe(expected);
    const [result] = JSON.parse(stdout).tasks;
    expect(result.guess ?? result.script).toContain('def transform');
    expect(result.reasons.length + result.advice.length).toBeGreaterThan(0);
  });

  it.each([
    ['does not parse', 'def transform(value:\n    return value\n'],
    ['fails', 'def transform(value):\n    return value.name\n'],
    ['gives what is not JSON', 'def transform(value):\n    return {1, 2}\n'],
  ])('finds a script where the one of the task %s', async (_name, script) => {
    const { code, stdout } = await task({ ...surnames, script }, '--max-evaluations', '8000');
    expect(code).toBe(0);
    expect(stdout).toContain('return text.split()[-1].upper()');
  });

  it('reads no lineage as a task, which --out may have written beside the tasks', async () => {
    await mkdir(join(tasks.folder, 'tasks'));
    await put('tasks/names.json', surnames);
    await put('tasks/names.lineage.json', { version: 1, task: 'names' });
    const { code, stdout } = await evolve('tasks', '--max-evaluations', '8000', '--jobs', '1', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).tasks).toMatchObject([{ task: 'names' }]);
  });

  it.each(['--out', '--report'])('refuses %s with an empty name', async (option) => {
    const { code, stderr } = await task(surnames, option, '');
    expect(code).toBe(2);
    expect(stderr).toContain(`${option} needs the name of a file`);
  });

  it('refuses an output that is not JSON, and a budget of nothing', async () => {
    expect(await task('{"examples": [{"input": 1, "output": NaN}]}')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not JSON'),
    });
    expect(await task(surnames, '--max-evaluations', '0')).toMatchObject({ code: 2 });
  });
});
