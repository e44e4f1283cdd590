import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { codePoint } from '../core/code-point.fixture.js';
import { createFileTree } from './create-file-tree.js';
import { globToRegularExpression } from './glob.js';

const tree = createFileTree({
  files: {
    'a1.txt': '',
    'a2.txt': '',
    'ab.txt': '',
    'src/a1.txt': '',
    'src/deep/er/x.py': '',
    'src/x.py': '',
    '.hidden': '',
    'we[ird.txt': '',
    'b]x': '',
    'ü/😀.txt': '',
  },
});

describe('glob', () => {
  it.each([
    ['*.txt', ['/a1.txt', '/a2.txt', '/ab.txt', '/we[ird.txt']],
    ['a?.txt', ['/a1.txt', '/a2.txt', '/ab.txt']],
    ['a[0-9].txt', ['/a1.txt', '/a2.txt']],
    ['a[!0-9].txt', ['/ab.txt']],
    ['a[^0-9].txt', ['/ab.txt']],
    ['**/*.py', ['/src/deep/er/x.py', '/src/x.py']],
    ['src/**/x.py', ['/src/deep/er/x.py', '/src/x.py']],
    ['src/**', ['/src/a1.txt', '/src/deep', '/src/deep/er', '/src/deep/er/x.py', '/src/x.py']],
    ['s**x.py', ['/src/deep/er/x.py', '/src/x.py']],
    ['**/a1.txt', ['/a1.txt', '/src/a1.txt']],
    ['**/[!a]*.txt', ['/we[ird.txt', '/ü/😀.txt']],
    ['**/e?', ['/src/deep/er']],
    ['**/*e*/', ['/src/deep', '/src/deep/er']],
    ['**/s*x.py', []],
    ['**/s**x.py', ['/src/deep/er/x.py', '/src/x.py']],
    ['*/', ['/src', '/ü']],
    ['we[ird.txt', ['/we[ird.txt']],
    ['b[]]x', ['/b]x']],
    ['[z-a]*', []],
    ['.h*', ['/.hidden']],
    ['ü/?.txt', ['/ü/😀.txt']],
    ['ü/[😀-😎].txt', ['/ü/😀.txt']],
    ['/src/./x.py', ['/src/x.py']],
    ['src/../a?.txt', ['/a1.txt', '/a2.txt', '/ab.txt']],
    ['../../src/x.py', ['/src/x.py']],
    ['src[/]x.py', []],
    ['src[!a]x.py', []],
    ['src[!a]x.py**', []],
    ['nothing/*', []],
    ['', []],
  ])('%s', (pattern, expected) => {
    expect(tree.glob(pattern)).toEqual(expected);
  });

  it('is limited to a root and then relative to it', () => {
    expect(tree.glob('*', { root: 'src' })).toEqual(['a1.txt', 'deep', 'x.py']);
    expect(tree.rglob('x.py', { root: '/src' })).toEqual(['deep/er/x.py', 'x.py']);
    expect(tree.glob('../a1.txt', { root: 'src' })).toEqual(['a1.txt']);
    expect(tree.rglob('a1.txt')).toEqual(['/a1.txt', '/src/a1.txt']);
  });

  it('sees what was written and not what was removed', () => {
    const fork = tree.fork();
    fork.writeText('src/new.py', '');
    fork.removeFile('src/x.py');
    expect(fork.glob('src/*.py')).toEqual(['/src/new.py']);
    expect(fork.files('src/**')).toEqual(['src/a1.txt', 'src/deep/er/x.py', 'src/new.py']);
  });

  it('makes of any pattern an expression that compiles and, without signs, matches only itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), fc.string(), (pattern, text) => {
        const matcher = RE2JS.compile(globToRegularExpression(pattern));
        if (!/[*?[]/.test(pattern)) expect(matcher.matches(text)).toBe(pattern === text);
      }),
      { numRuns: 50 },
    );
  });
});
