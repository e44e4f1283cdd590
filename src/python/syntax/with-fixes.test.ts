import { describe, expect, it } from 'vitest';
import { checkSyntax } from '../analyse.js';
import { SourceLines } from '../source-lines.js';

/** The code after every repair that its findings carry, and those that the next check then gives. */
function repaired(code: string, rounds = 4): string {
  const next = repairedOnce(code);
  return next === code || rounds === 0 ? code : repaired(next, rounds - 1);
}

function repairedOnce(code: string): string {
  const lines = new SourceLines(code);
  let result = '';
  let at = 0;
  for (const edit of checkSyntax(code).flatMap(({ fix }) => fix?.edits ?? [])) {
    result += code.slice(at, lines.offset(edit.line, edit.column)) + edit.replacement;
    at = lines.offset(edit.endLine, edit.endColumn);
  }
  return result + code.slice(at);
}

describe('the repairs of syntax findings', () => {
  it.each([
    ['if ready\n    go()\n', 'if ready:\n    go()\n'],
    ['def f(x)  # note\n    return x\n', 'def f(x):  # note\n    return x\n'],
    ['x = 1\u00a0+ 2\n', 'x = 1 + 2\n'],
    ['x\u200b = 1\n', 'x = 1\n'],
    ['print(“hello”, ‘you’)\n', 'print("hello", \'you\')\n'],
    ['!pip install x\nimport x\n', '# !pip install x\nimport x\n'],
    ['%matplotlib inline\n%%time\nx = 1\n', '# %matplotlib inline\n# %%time\nx = 1\n'],
    ['print "a", 1\n', 'print("a", 1)\n'],
    ['for x in y:\n    print x\n', 'for x in y:\n    print(x)\n'],
    ['if a\n    b()\nelse\n    c()\n', 'if a:\n    b()\nelse:\n    c()\n'],
  ])('turn %j into %j', (code, expected) => {
    expect(repaired(code)).toBe(expected);
    expect(checkSyntax(expected)).toEqual([]);
  });

  it('are tried on what stands around them, where the source is wrong throughout', () => {
    const code = 'if x\n    y\n'.repeat(700);
    const fixes = checkSyntax(code).flatMap(({ fix, line }) => (fix === undefined ? [] : [line]));
    expect(fixes).toEqual([1, 3, 5, 7, 9, 11, 13, 15]);
  });

  it.each(['print >>f, x\n', 'print "a",\n', 'print(‘it’s’)\n', 'x = (\n', 'return 1\n', 'if x y\n    z\n'])(
    'are left out where they would not help: %j',
    (code) => {
      expect(checkSyntax(code).flatMap(({ fix }) => fix ?? [])).toEqual([]);
    },
  );
});
