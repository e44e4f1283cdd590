import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { checkPython } from '../pipeline/check-reply.js';
import { whyUnavailable } from '../replies.fixture.js';
import { StdioPass, type StdioPassOptions } from './stdio-pass.js';

const noCpython = await whyUnavailable('cpython');
const cases = [
  { stdin: '1 2\n', stdout: '3\n' },
  { stdin: '2 2\n', stdout: '4\n' },
];
const judge = async (code: string, options: Partial<StdioPassOptions> = {}) =>
  (await checkPython(code, [StdioPass({ cases, engine: 'cpython', ...options })])).results[0];

unless(noCpython).describe('StdioPass', () => {
  it('runs the program once for each case', async () => {
    const sum = 'if __name__ == "__main__":\n    a, b = map(int, input().split())\n    print(a + b)';
    expect(await judge(sum)).toMatchObject({ verdict: 'pass', reason: 'All 2 examples hold.' });
    const kept =
      'import sys\nseen = globals().get("seen", 0) + 1\nprint(sum(map(int, sys.stdin.read().split())) * seen)';
    expect(await judge(kept)).toMatchObject({ verdict: 'pass' });
  });

  it('says for which input it printed what', async () => {
    expect(await judge('a, b = map(int, input().split())\nprint(a * b)')).toMatchObject({
      verdict: 'fail',
      score: 0.5,
      reason:
        '1 of 2 cases fails: for stdin "1 2\\n" it printed "2\\n"; expected "3\\n" (token 1: 2, not 3).',
    });
    expect((await judge('x = input()'))?.reason).toContain(
      'it printed nothing; expected "3\\n" (token 1: missing, not 3)',
    );
    expect((await judge('input()\nprint(input())'))?.reason).toContain('EOFError at line 2');
    expect((await judge('def solve(): pass\nprint("a: ", end="")\nprint(3)'))?.reason).toContain(
      'token 1: "a:", not 3',
    );
  });

  it.each(['1e999', '-1e999', '9'.repeat(400)])(
    'finds no number near %s, which is infinite',
    async (number) => {
      const printed = await judge(`print("${number}")`, { compare: 'floats' });
      expect(printed).toMatchObject({ verdict: 'fail', score: 0 });
    },
  );

  it('shows what a thread ended with', async () => {
    const code =
      'import threading\ndef work(): print(1 // 0)\nt = threading.Thread(target=work)\nt.start()\nt.join()';
    expect((await judge(code))?.reason).toContain(
      'it printed nothing; expected "3\\n" (token 1: missing, not 3). Its standard error ends with "ZeroDivisionError',
    );
  });

  it('says what to do about a module that is not there', async () => {
    const [finding] = (await judge('import no_such_module'))?.findings ?? [];
    expect(finding?.hint).toContain(
      'The module no_such_module is not available here. Use the standard library',
    );
  });

  it('stops at a case that runs out of time', async () => {
    const code = 'a, b = map(int, input().split())\nwhile a < b: pass\nprint(a + b)';
    const judged = await judge(code, { timeoutSeconds: 0.5 });
    expect(judged).toMatchObject({ verdict: 'fail', score: 0 });
    expect(judged?.reason).toContain('2 of 2 cases fail: for stdin "1 2\\n" Execution timed out');
  });

  it.each<[string, StdioPassOptions['compare'], string, string, 'pass' | 'fail']>([
    ['blanks are no matter to tokens', 'tokens', '1  2\\n3', '1 2 3\n', 'pass'],
    ['blanks matter to exact', 'exact', '1  2', '1 2', 'fail'],
    ['line breaks at the end are no matter to exact', 'exact', 'a\\n\\n', 'a', 'pass'],
    ['line breaks of Windows are no matter to exact', 'exact', 'a\\nb', 'a\r\nb\r\n', 'pass'],
    ['floats are near', 'floats', '0.30000000000000004 x', '0.3 x', 'pass'],
    ['floats are not far', 'floats', '0.31', '0.3', 'fail'],
    ['tokens are not near', 'tokens', '0.30000000000000004', '0.3', 'fail'],
    ['words are no numbers', 'floats', 'nan', '0.3', 'fail'],
  ])('%s', async (_, compare, printed, stdout, verdict) => {
    const options: Partial<StdioPassOptions> = {
      cases: [{ stdin: '', stdout }],
      ...(compare && { compare }),
    };
    expect(await judge(`print("${printed}")`, options)).toMatchObject({ verdict });
  });
});

it('tells a model some cases, and is refused without any', () => {
  expect(StdioPass({ cases, told: 1 }).description).toContain('for example: "1 2\\n" → "3\\n".');
  expect(StdioPass({ cases, told: 0 }).description).not.toContain('example');
  expect(() => StdioPass({ cases: [] })).toThrow('cases must be an array of at least 1');
  expect(() => StdioPass({ cases: [{ stdin: 1, stdout: '' } as never] })).toThrow('cases[0]');
});
