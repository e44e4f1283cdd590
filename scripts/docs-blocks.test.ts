import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf } from './docs-blocks/blocks.mjs';
import { difference, withOutputs } from './docs-blocks/output.mjs';

const page = (...lines: string[]): string => lines.join('\n');
const only = (file: string, text: string) => {
  const [block, ...others] = blocksOf(file, text);
  if (block === undefined || others.length > 0) throw new Error('expected one block');
  return block;
};

describe('blocksOf', () => {
  it('gives a block its line, needs, file name, and the text block directly below', () => {
    const text = page(
      '# A',
      '',
      '```sh needs=git,pandas file=a.sh',
      'echo 1',
      '```',
      '',
      '```text',
      '1',
      '```',
    );
    expect(only('a.md', text)).toMatchObject({
      language: 'sh',
      line: 4,
      code: 'echo 1\n',
      needs: ['git', 'pandas'],
      writes: 'a.sh',
      shown: { kind: 'text', text: ['1'] },
    });
  });

  it('takes a text block behind a paragraph for no output', () => {
    const text = page('```sh', 'echo 1', '```', 'Words.', '```text', '1', '```');
    expect(only('a.md', text).shown).toBeUndefined();
  });

  it('reads arrows behind calls and on lines of their own', () => {
    const text = page('```ts', 'print(1); // → 1', '// →   two', '// no arrow', '```');
    expect(only('a.md', text).shown).toEqual({ kind: 'arrows', lines: [2, 3], text: ['1', '  two'] });
  });

  it('reads doc comments, at their lines, and nothing else of a source file', () => {
    const text = page(
      'const a = `',
      '```ts',
      'no',
      '```',
      '`;',
      '/**',
      ' * @example',
      ' * ```ts',
      ' * f(); // → 1',
      ' * ```',
      ' */',
    );
    expect(only('a.ts', text)).toMatchObject({ line: 9, code: 'f(); // → 1\n', shown: { lines: [9] } });
  });

  it('needs the engine that a block names', () => {
    expect(only('a.md', page('```ts', "createSandbox({ engine: 'monty' })", '```')).needs).toEqual(['monty']);
  });
});

describe('difference', () => {
  const shown = (...text: string[]) => ({ kind: 'text' as const, line: 1, text });

  it('finds no difference in equal lines, and names both sides of another', () => {
    expect(difference(shown('a', 'b'), 'a\nb\n')).toBeUndefined();
    expect(difference(shown('a', 'b'), 'a\nc\n')).toContain('- b\n    + a\n    + c');
  });

  it.each([
    [['a', 'b'], 'a\n'],
    [['a'], 'a\nb\n'],
    [['a.c'], 'abc\n'],
    [[], 'a\n'],
  ])('tells %j from %j', (text, output) => {
    expect(difference(shown(...text), output)).toBeDefined();
  });

  it('lets … stand for text in a line, and alone for lines', () => {
    expect(difference(shown('took … s (…)', 'end'), 'took 1.5 s (fast)\nend\n')).toBeUndefined();
    expect(difference(shown('a', '…', 'z'), 'a\nb\nc\nz\n')).toBeUndefined();
    expect(difference(shown('a', '…', 'z'), 'a\nb\nc\n')).toBeDefined();
  });
});

describe('withOutputs', () => {
  const updated = (file: string, text: string, ...outputs: string[]) =>
    withOutputs(
      text,
      blocksOf(file, text).map((block, index) => ({ block, output: outputs[index] ?? '' })),
    );

  it('writes text blocks, also where they were empty, and keeps what matches', () => {
    const text = page(
      '```sh',
      'a',
      '```',
      '```text',
      '```',
      '```sh',
      'b',
      '```',
      '```text',
      'took … s',
      '```',
    );
    expect(updated('a.md', text, '1\n2\n', 'took 3 s\n').text).toBe(
      page(
        '```sh',
        'a',
        '```',
        '```text',
        '1',
        '2',
        '```',
        '```sh',
        'b',
        '```',
        '```text',
        'took … s',
        '```',
      ),
    );
  });

  it('writes arrows where they stand, in doc comments too', () => {
    const text = page('/**', ' * ```ts', ' * f(); // → old', ' * ```', ' */');
    expect(updated('a.ts', text, 'new\n').text).toContain(' * f(); // → new');
  });

  it('leaves a block alone that prints more lines than it has arrows, and says so', () => {
    const text = page('```ts', 'f(); // → 1', '```');
    const { text: after, problems } = updated('a.md', text, '1\n2\n');
    expect(after).toBe(text);
    expect(problems[0]).toContain('a.md:2 prints 2 lines and has 1 arrows');
  });
});

describe('examples/', () => {
  const readme = readFileSync('examples/README.md', 'utf8');
  const run = blocksOf('examples/README.md', readme)
    .filter(({ language }) => language === 'sh')
    .map(({ code }) => code)
    .join('');

  it.each(
    readdirSync('examples').filter((name) => name !== 'README.md' && name !== 'local-model-server.mjs'),
  )('README.md explains %s and runs it', (name) => {
    // What needs packages of Python is run by a test of its own.
    const isTested =
      statSync(`examples/${name}`).isDirectory() &&
      readdirSync(`examples/${name}`).some((file) => file.endsWith('.deep.test.ts'));
    if (!isTested) expect(run).toContain(`examples/${name}`);
    expect(readme).toContain(`](${name})`);
  });
});

describe('run-docs-blocks.mjs', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'mettle-blocks-test-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (...args: string[]) => {
    const child = spawnSync(process.execPath, ['scripts/run-docs-blocks.mjs', ...args], { encoding: 'utf8' });
    return {
      status: child.status,
      stderr: child.stderr,
      counts: JSON.parse(child.stdout.trim().split('\n').at(-1) ?? ''),
    };
  };
  const saved = (name: string, ...lines: string[]): string => {
    writeFileSync(join(folder, name), page(...lines));
    return join(folder, name);
  };

  it('fails on another output, and --update writes it', () => {
    const file = saved('wrong.md', '```sh', 'echo one', '```', '```text', 'two', '```');
    const failed = run(file);
    expect(failed).toMatchObject({ status: 1, counts: { passed: 0, failed: 1 } });
    expect(failed.stderr).toContain('- two\n    + one');
    expect(run('--update', file).status).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('```text\none\n```');
    expect(run(file)).toMatchObject({ status: 0, counts: { passed: 1, failed: 0 } });
  });

  it('runs blocks of one folder in order, and skips what cannot run here with the reason', () => {
    const file = saved(
      'folder.md',
      '<!-- blocks: one folder -->',
      '```sh file=greet.sh',
      'echo hello',
      '```',
      '```sh',
      'sh greet.sh',
      '```',
      '```text',
      'hello',
      '```',
      '```sh needs=nothing-known',
      'false',
      '```',
    );
    const { status, counts } = run(file);
    expect(status).toBe(0);
    expect(counts).toMatchObject({ passed: 1, skipped: [{ name: `${file}:12` }] });
  });

  it('runs a ts block as plain Node does: types are refused', () => {
    const file = saved('typed.md', '```ts', 'const one: number = 1;', 'console.log(one); // → 1', '```');
    expect(run(file)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Type annotations can only be used'),
    });
    const plain = saved('plain.md', '```ts', 'const one = 1;', 'console.log(one); // → 1', '```');
    expect(run(plain).counts).toMatchObject({ passed: 1, failed: 0 });
  });

  it('fails on a block that looks for another machine, also if it hides the error', () => {
    const code = "await fetch('https://example.com/').catch(() => null);";
    const { status, stderr } = run(saved('online.md', '```ts', code, '```'));
    expect([status, stderr]).toEqual([1, expect.stringContaining('connected to example.com')]);
  });

  it('fails on a block that ends badly, with its last words', () => {
    const file = saved('bad.md', '```sh', 'echo broken >&2; exit 3', '```');
    expect(run(file).stderr).toContain('ended with exit code 3\nbroken');
  });
});
