import { describe, expect, it } from 'vitest';
import { FunctionSignature } from '../behaviour/function-signature.js';
import { TestsPass } from '../behaviour/tests-pass.js';
import { AllOf } from '../combinators/all-of.js';
import { Not } from '../combinators/not.js';
import { PythonSyntaxValid } from '../python/python-syntax-valid.js';
import { applyFindingFixes } from '../repair/fixes/apply-finding-fixes.js';
import { MAX_READ_HERE } from '../worker/judge-large.js';
import { checkPython, checkReply } from './check-reply.js';

const F = '```';
const block = (code: string): string => `${F}python\n${code}\n${F}\n`;
const half = FunctionSignature({ functionName: 'half', parameters: ['n'] });
const HALF = 'def half(n):\n    return n / 2';
const LONG = 'def twice(n):\n    m = n\n    m = m + n\n    return m\n\nprint(twice(2))';

describe('the names that requirements need', () => {
  it('choose the block', async () => {
    const text = `${block(HALF)}For example:\n${block(LONG)}and\n${block(LONG.replace('twice', 'more'))}`;
    expect((await checkReply(text, [half])).code).toBe(HALF);
    expect((await checkReply(text, [AllOf([half])])).code).toBe(HALF);
    expect((await checkReply(text, [Not(half)])).code).not.toBe(HALF);
    const padding = `${'Words. '.repeat(MAX_READ_HERE / 7)}\n\n`;
    expect((await checkReply(padding + text, [half])).code).toBe(HALF);
  });

  it('are those that tests import, and those that nothing in them defines', () => {
    const names = (tests: string): readonly string[] => TestsPass({ tests }).names;
    expect(
      names('from solution import mean\n\ndef test_a():\n    assert mean([1]) == double(len([1]))'),
    ).toEqual(['mean', 'double']);
    expect(names('import math\n\ndef test_a():\n    assert math.pi > 3')).toEqual([]);
  });

  it('keep a definition that does not parse, whatever uses it', async () => {
    const text = `${block('def half(n:\n    return n / 2')}Then\n${block('print(half(3))\nprint(half(4))')}`;
    for (const requirements of [[PythonSyntaxValid()], [PythonSyntaxValid(), half]]) {
      const report = await checkReply(text, requirements);
      expect(report.code).toContain('def half(n:');
      expect(report.results[0]?.reason).toContain('line 1');
    }
  });
});

describe('code under another name', () => {
  it('is told so, and renamed by a fix', async () => {
    const code = 'def half_of(n):\n    return n / 2\n\nprint(half_of(3), obj.half_of)';
    const report = await checkPython(code, [half]);
    expect(report.results[0]?.reason).toContain('It defines half_of(n), not half: rename it.');
    expect(report.results[0]?.findings).toMatchObject([{ rule: 'function/name', line: 1 }]);
    expect(applyFindingFixes.apply(report)).toBe(
      'def half(n):\n    return n / 2\n\nprint(half(3), obj.half_of)',
    );
  });

  it.each([
    [
      'two that may be meant',
      'def a():\n    pass\n\ndef b():\n    pass',
      'It defines a() and b(), not half.',
    ],
    [
      'a helper beside it',
      'def rest(n):\n    return 1\n\ndef solve(n):\n    return rest(n)',
      'It defines solve(n), not half',
    ],
    [
      'a name of another case',
      'def Half(n):\n    return n\n\ndef b():\n    pass',
      'It defines Half(n), not half',
    ],
  ])('is found among %s', async (_, code, words) => {
    expect((await checkPython(code, [half])).results[0]?.reason).toContain(words);
  });

  it.each(['half = 3\n\ndef f():\n    pass', 'from math import *\n\ndef f():\n    pass', 'print(1)'])(
    'is not what %j has',
    async (code) => {
      expect((await checkPython(code, [half])).results[0]?.reason).not.toContain('It defines');
    },
  );
});
