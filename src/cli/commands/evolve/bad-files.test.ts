import { mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { needs } from '../../../testing/needs.fixture.js';
import { noise, surnames, useTaskFolder } from './evolve.fixture.js';

const withCPython = await needs('cpython');

const tasks = useTaskFolder();
const { evolve, put } = tasks;
const at = (name: string): string => join(tasks.folder, name);
const TASK = JSON.stringify(surnames);
const withInput = (text: string): string => `{"examples": [\n{"input": ${text}, "output": 1}]}`;

describe('what is no task', () => {
  it.each([
    ['an empty file', '', 'task.json: is empty; a task is {"examples": [{"input": …, "output": …}]}.'],
    ['NaN', withInput('NaN'), 'JSON has no NaN or Infinity: write null.'],
    ['-Infinity', withInput('-Infinity'), 'JSON has no NaN or Infinity: write null.'],
    ['1e400', withInput('1e400'), 'task.json: Example 1 is not JSON: JSON cannot hold the number Infinity'],
    ['a number with too many digits', withInput('12345678901234567890'), 'line 2 holds 12345678901234567890'],
    ['a key twice', withInput('1, "input": 2'), 'task.json: line 2 has the key "input" for the second time'],
    ['lists in lists', withInput(`${'['.repeat(9000)}${']'.repeat(9000)}`), 'cannot hold nesting that deep'],
    ['a text alone', '"examples"', 'task.json: is not an object'],
    ['an example that is a text', '{"examples": ["a"]}', '"examples[0]" is not an object'],
    [
      '0 and -0, which are equal',
      '{"examples": [{"input": 0, "output": 1}, {"input": -0, "output": 2}]}',
      'Examples 1 and 2',
    ],
  ])('is refused in one line: %s', async (_name, text, message) => {
    await put('task.json', text);
    const { code, stdout, stderr } = await evolve('task.json', '--out', 'out', '--report', 'page.html');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(await readdir(tasks.folder)).toEqual(['task.json']);
  });

  it('is refused by its name: a folder, links in a circle, files too large or of another encoding', async () => {
    await mkdir(at('tasks/folder.json'), { recursive: true });
    await symlink('loop.json', at('loop.json'));
    await symlink('nowhere.json', at('dangling.json'));
    await writeFile(at('huge.json'), '');
    await truncate(at('huge.json'), 200 * 2 ** 20);
    await writeFile(at('utf-16.json'), Buffer.from(`\ufeff${TASK}`, 'utf16le'));
    for (const [name, message] of [
      ['', 'The name of the task is empty; name a file or a folder.'],
      ['tasks', 'Cannot read tasks/folder.json: it is a folder; name a file in it.'],
      [
        'loop.json',
        'Cannot read loop.json: it is a symbolic link that leads back to itself; name the file itself.',
      ],
      ['dangling.json', 'There is no file or folder dangling.json'],
      ['huge.json', 'Cannot read huge.json: it is larger than 10 MB.'],
      ['utf-16.json', 'utf-16.json is not UTF-8 text; save it as UTF-8.'],
    ] as const) {
      const { code, stderr } = await evolve(name);
      expect([code, stderr.trim().split('\n').length], name).toEqual([2, 1]);
      expect(stderr).toContain(message);
    }
  });
});

it.each([
  ['a byte order mark', `\ufeff${TASK}`],
  ['CR LF', JSON.stringify(surnames, null, 1).replaceAll('\n', '\r\n')],
])('reads a task with %s', async (_name, text) => {
  await put('task.json', text);
  expect((await evolve('task.json')).stdout).toContain('return text.split()[-1].upper()');
});

it('leaves hidden files of a folder alone', async () => {
  await mkdir(at('tasks'));
  await put('tasks/names.json', TASK);
  await writeFile(at('tasks/._names.json'), Buffer.from([0, 5, 22, 7, 0xff]));
  const { code, stdout } = await evolve('tasks', '--jobs', '1000000000', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout).tasks).toMatchObject([{ task: 'names' }]);
});

it('makes no folder for scripts that it did not find', async () => {
  await put('noise.json', noise);
  expect((await evolve('noise.json', '--max-evaluations', '2000', '--out', 'out')).code).toBe(1);
  expect(await readdir(tasks.folder)).toEqual(['noise.json']);
});

it('writes a page over no task and no script', async () => {
  await put('names.json', TASK);
  await mkdir(at('taken.html'));
  for (const [name, message] of [
    ['names.json', 'names.json is no name of a page; name a file that ends with .html.'],
    ['names.py', 'is no name of a page'],
    ['taken.html', 'is there and no file'],
    ['names.json/page.html', 'is not a folder that can be written'],
  ] as const) {
    const { code, stderr } = await evolve('names.json', '--out', 'names.py', '--report', name);
    expect([code, stderr.trim().split('\n').length], name).toEqual([2, 1]);
    expect(stderr).toContain(message);
  }
  expect(await readFile(at('names.json'), 'utf8')).toBe(TASK);
});

it.each([
  [['--jobs', '-1'], '--jobs takes a whole number of at least 1'],
  [['--jobs', '1.5'], '--jobs takes a whole number of at least 1'],
  [['--budget-seconds', '-1'], '--budget-seconds takes a number greater than 0'],
  [['--budget-seconds', '1e400'], '--budget-seconds takes a number greater than 0'],
  [['--budget-seconds', '20s'], '--budget-seconds takes a number greater than 0'],
  [['--max-evaluations', '1.5'], '--max-evaluations takes a whole number of at least 1'],
  [['--seed', '9007199254740993'], '--seed takes a whole number'],
  [['--seed', ''], '--seed takes a whole number'],
  [['--tolerance', '-1'], '--tolerance takes a whole number of at least 0'],
])('refuses %j in one line', async (option, message) => {
  await put('names.json', TASK);
  const { code, stdout, stderr } = await evolve('names.json', '--out', 'names.py', ...option);
  expect([code, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1]);
  expect(stderr).toContain(message);
  expect(await readdir(tasks.folder)).toEqual(['names.json']);
});

withCPython.it('keeps lone surrogates of texts, in files too', async () => {
  const examples = surnames.examples.map(({ input, output }) => ({ input, output: `\ud800${output}` }));
  await put('names.json', { examples });
  expect((await evolve('names.json', '--out', 'names.py')).code).toBe(0);
  expect(await readFile(at('names.py'), 'utf8')).toContain(String.raw`'\ud800'`);
  expect(await readFile(at('test_names.py'), 'utf8')).not.toContain('\ufffd');
});
