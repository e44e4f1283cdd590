import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { checkPython } from '../pipeline/check-reply.js';
import { whyUnavailable } from '../replies.fixture.js';
import type { Judgement } from '../verdict.js';
import { TestsPass } from './tests-pass.js';

const CODE = 'def double(x):\n    return x * 2 if x != 3 else 7\n';

/** Tests, and how each that does not simply pass ends: what pytest says of them too. */
const PROGRAMS: readonly [
  name: string,
  tests: string,
  ends: Readonly<Record<string, 'FAILED' | 'SKIPPED' | 'XFAIL' | 'XPASS'>>,
][] = [
  [
    'a fixture with params',
    '@pytest.fixture(params=[1, 3])\ndef n(request):\n    return request.param\ndef test_it(n):\n    assert double(n) == 2 * n',
    { 'test_it[3]': 'FAILED' },
  ],
  [
    'params with ids, and of a fixture that another one uses',
    '@pytest.fixture(params=[2, pytest.param(3, id="three"), 4], ids=["two", "x", None])\ndef n(request):\n    return request.param\n@pytest.fixture\ndef pair(n):\n    return n, double(n)\ndef test_it(pair):\n    assert pair[1] == 2 * pair[0] and pair[0] != 4',
    { 'test_it[three]': 'FAILED', 'test_it[4]': 'FAILED' },
  ],
  [
    'params beside parametrize, stacked',
    '@pytest.fixture(params=["a", "b"])\ndef letter(request):\n    return request.param\n@pytest.mark.parametrize("x", [3, 1])\n@pytest.mark.parametrize("y", [0, 5])\ndef test_it(letter, x, y):\n    assert double(x) == 2 * x or letter == "a" or y',
    { 'test_it[b-0-3]': 'FAILED' },
  ],
  [
    'indirect parameters',
    '@pytest.fixture\ndef n(request):\n    return request.param + 1\n@pytest.mark.parametrize("n, m", [(1, 4), (2, 7)], indirect=["n"])\ndef test_it(n, m):\n    assert double(n) == m and n != 3',
    { 'test_it[2-7]': 'FAILED' },
  ],
  [
    'names of values',
    '@pytest.mark.parametrize("v", [[1], {}, int, 1.5, None, True, b"a", "s", [1]])\ndef test_it(v):\n    assert v in ("s", 1.5, True, None)',
    {
      'test_it[v0]': 'FAILED',
      'test_it[v1]': 'FAILED',
      'test_it[int]': 'FAILED',
      'test_it[a]': 'FAILED',
      'test_it[v8]': 'FAILED',
    },
  ],
  [
    'the same value twice',
    '@pytest.mark.parametrize("v", [3, 3, "x", "x"])\ndef test_it(v):\n    assert double(v) == v * 2',
    { 'test_it[3_0]': 'FAILED', 'test_it[3_1]': 'FAILED' },
  ],
  [
    'skipif and marks of one set of values',
    '@pytest.mark.skipif(True, reason="not here")\ndef test_a():\n    assert False\n@pytest.mark.skipif(False, reason="here")\ndef test_b():\n    assert double(1) == 2\n@pytest.mark.parametrize("x", [1, pytest.param(3, marks=pytest.mark.xfail(reason="known")), pytest.param(3, marks=[pytest.mark.skip])])\ndef test_c(x):\n    assert double(x) == 2 * x',
    { test_a: 'SKIPPED', 'test_c[3_0]': 'XFAIL', 'test_c[3_1]': 'SKIPPED' },
  ],
  [
    'tests marked skip, with and without a reason',
    '@pytest.mark.skip\ndef test_a():\n    assert False\n@pytest.mark.skip(reason="later")\nasync def test_b():\n    assert False\nclass TestX:\n    @pytest.mark.skip("no")\n    def test_c(self):\n        assert False\ndef test_d(tmp_path):\n    assert double(1) == 2',
    { test_a: 'SKIPPED', test_b: 'SKIPPED', 'TestX.test_c': 'SKIPPED' },
  ],
  [
    'xfail that passes, is strict, and expects another error',
    '@pytest.mark.xfail\ndef test_a():\n    assert double(1) == 2\n@pytest.mark.xfail(strict=True)\ndef test_b():\n    assert double(1) == 2\n@pytest.mark.xfail(raises=KeyError)\ndef test_c():\n    assert double(3) == 6\n@pytest.mark.xfail(False, reason="never")\ndef test_d():\n    assert double(3) == 6',
    { test_a: 'XPASS', test_b: 'FAILED', test_c: 'FAILED', test_d: 'FAILED' },
  ],
  [
    'marks of the module, and xfail as a call',
    'pytestmark = [pytest.mark.slow, pytest.mark.skipif(False, reason="x")]\ndef test_a():\n    pytest.xfail("known")\ndef test_b():\n    assert double(2) == 4',
    { test_a: 'XFAIL' },
  ],
  [
    'params of a wider scope, and of a class',
    'made = []\n@pytest.fixture(params=[1, 3], scope="module")\ndef n(request):\n    made.append(request.param)\n    yield request.param\n@pytest.fixture(scope="module")\ndef pair(n):\n    return n, double(n)\n@pytest.mark.parametrize("m", [0, 1])\nclass TestX:\n    def test_a(self, pair, m):\n        assert pair[1] == 2 * pair[0] or m\ndef test_b(pair):\n    assert pair[0] == made[-1]',
    { 'TestX.test_a[3-0]': 'FAILED' },
  ],
  [
    'conditions as text, and marks of a class',
    'import sys\nlimit = 3\n@pytest.mark.skipif("sys.version_info > (limit, 0)", reason="new")\ndef test_a():\n    assert False\n@pytest.mark.skip(reason="all")\nclass TestX:\n    def test_b(self):\n        assert False\n@pytest.mark.xfail(reason="known")\nclass TestY:\n    def test_c(self):\n        assert double(3) == 6\n    def test_d(self):\n        assert double(2) == 4\ndef test_e():\n    assert double(2) == 4',
    { test_a: 'SKIPPED', 'TestX.test_b': 'SKIPPED', 'TestY.test_c': 'XFAIL', 'TestY.test_d': 'XPASS' },
  ],
  [
    "unittest's own decorators",
    'import unittest\nclass T(unittest.TestCase):\n    @unittest.skip("later")\n    def test_a(self):\n        self.fail()\n    @unittest.expectedFailure\n    def test_b(self):\n        self.assertEqual(double(3), 6)\n    @unittest.expectedFailure\n    def test_c(self):\n        self.assertEqual(double(2), 4)\n    @unittest.skipUnless(double(3) == 7, "odd")\n    def test_d(self):\n        self.assertEqual(double(3), 6)',
    { 'T.test_a': 'SKIPPED', 'T.test_b': 'XFAIL', 'T.test_c': 'FAILED', 'T.test_d': 'FAILED' },
  ],
  [
    'scopes: once a module, once a class',
    'made = []\n@pytest.fixture(scope="module")\ndef one():\n    made.append("m")\n    yield len(made)\n@pytest.fixture(scope="class")\ndef each():\n    made.append("c")\n    return len(made)\ndef test_a(one):\n    assert one == 1 and made == ["m"]\nclass TestX:\n    def test_b(self, one, each):\n        assert made == ["m", "c"]\n    def test_c(self, each):\n        assert made == ["m", "c"]\nclass TestY:\n    def test_d(self, each):\n        assert made == ["m", "c", "c"]',
    {},
  ],
];

const noCpython = await whyUnavailable('cpython');

unless(noCpython).describe('tests end as pytest has it', () => {
  const source = (tests: string): string => `import pytest\nfrom solution import double\n${tests}\n`;
  it.each(PROGRAMS)('%s', async (_name, tests, ends) => {
    const [judged] = (await checkPython(CODE, [TestsPass({ tests: source(tests), engine: 'cpython' })]))
      .results;
    expect(endsOf(judged)).toEqual(
      Object.values(ends).includes('FAILED') ? only(ends, 'FAILED') : { ...ends },
    );
  });

  it.each([
    ['tmpdir', 'def test_a(tmpdir):\n    assert double(1) == 2', 'the fixture tmpdir: use tmp_path'],
    [
      'what request has besides',
      '@pytest.fixture\ndef n(request):\n    return request.config\ndef test_a(n):\n    assert double(1) == 2',
      'request.config',
    ],
    [
      'a scope that is a function',
      '@pytest.fixture(scope=lambda fixture_name, config: "module")\ndef n():\n    return 1\ndef test_a(n):\n    assert double(1) == 2',
      'whose scope is a function',
    ],
  ])('%s is named and not judged', async (_name, tests, words) => {
    const [judged] = (await checkPython(CODE, [TestsPass({ tests: source(tests), engine: 'cpython' })]))
      .results;
    expect(judged).toMatchObject({
      verdict: 'not_checked',
      cause: 'namespace',
      reason: expect.stringContaining(words),
    });
  });

  it('a test that stops itself leaves the verdict open, and one that is left out alone is no pass', async () => {
    const judge = async (tests: string) =>
      (await checkPython(CODE, [TestsPass({ tests: source(tests), engine: 'cpython' })])).results[0];
    const stops =
      'def test_a():\n    if double(3) == 7:\n        pytest.skip("x")\n    assert double(3) == 6';
    expect(await judge(stops)).toMatchObject({ verdict: 'not_checked', cause: 'limit' });
    expect(await judge('@pytest.mark.xfail\ndef test_a():\n    assert double(3) == 6')).toMatchObject({
      verdict: 'not_checked',
      cause: 'limit',
    });
    expect(() => TestsPass({ tests: '@pytest.mark.skip\ndef test_a():\n    assert True' })).toThrowError(
      'no test that is not marked skip',
    );
  });
});

/** Runs pytest as python3 has it, or as a folder of packages for tests holds it. */
const runPytest = (args: readonly string[], cwd?: string) =>
  spawnSync('python3', ['-B', '-m', 'pytest', ...args], {
    encoding: 'utf8',
    cwd,
    env: { ...process.env, PYTHONPATH: process.env.METTLE_TEST_PACKAGES ?? process.env.PYTHONPATH },
  });
const noPytest =
  runPytest(['--version']).status === 0 ? null : 'no pytest in python3 nor in METTLE_TEST_PACKAGES';
unless(noPytest).describe('pytest itself', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'mettle-pytest-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('says the same of these tests', () => {
    writeFileSync(join(folder, 'solution.py'), CODE);
    for (const [at, [, tests]] of PROGRAMS.entries()) {
      const text = `import pytest\nfrom solution import double\n${tests}\n`;
      writeFileSync(join(folder, `test_${at}.py`), text);
    }
    const places = ['--rootdir', folder, '--basetemp', join(folder, 'temporary')];
    const flags = ['-v', '--no-header', '-p', 'no:cacheprovider', ...places, '-W', 'ignore'];
    const { stdout } = runPytest([...flags, folder], folder);
    const ends = PROGRAMS.map((): Record<string, string> => ({}));
    for (const [, at, name = '', end = ''] of stdout.matchAll(
      /^test_(\d+)\.py::(\S+) (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)\b/gm,
    )) {
      if (end !== 'PASSED') Object.assign(ends[Number(at)] ?? {}, { [name.replace('::', '.')]: end });
    }
    expect(ends).toEqual(PROGRAMS.map(([, , expected]) => ({ ...expected })));
  });
});

function only(ends: Readonly<Record<string, string>>, kind: string): Record<string, string> {
  return Object.fromEntries(Object.entries(ends).filter(([, end]) => end === kind));
}

/** How the tests ended, read off the reason: it names failures, or where there is none what was left out. */
function endsOf(judged: Pick<Judgement, 'reason'> | undefined): Record<string, string> {
  const { reason = '' } = judged ?? {};
  if (reason.startsWith('Tests fail: ')) {
    const names = reason.slice('Tests fail: '.length).split('; ');
    return Object.fromEntries(names.map((one) => [one.split(': ', 1)[0] ?? '', 'FAILED']));
  }
  if (!reason.startsWith('All tests pass.')) return { [reason]: 'OTHER' };
  const left = reason.split(' Left out: ')[1]?.replace(/\.$/, '').split('; ') ?? [];
  return Object.fromEntries(
    left.map((one) => {
      const [, name = '', words = ''] = /^(\S+) \((.*)\)$/.exec(one) ?? [];
      const end = words.startsWith('skip') ? 'SKIPPED' : words.includes('passed') ? 'XPASS' : 'XFAIL';
      return [name, end];
    }),
  );
}
