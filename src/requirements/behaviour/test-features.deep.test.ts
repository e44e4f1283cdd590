import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { checkPython } from '../pipeline/check-reply.js';
import { whyUnavailable } from '../replies.fixture.js';
import { createJudging } from '../subject/judge-code.fixture.js';
import { FEATURES } from './test-features.fixture.js';
import { TestsPass } from './tests-pass.js';

const HYPOTHESIS =
  'from hypothesis import given, settings, strategies as st\n@settings(deadline=None, max_examples=30)\n@given(st.integers(0, 99))\ndef test_double(x):\n    assert double(x) == x + x\n';

/** A folder of packages for tests that has hypothesis. */
const packages = [process.env.METTLE_TEST_PACKAGES ?? ''].filter((path) =>
  existsSync(join(path, 'hypothesis')),
);
const noHypothesis = packages.length > 0 ? null : 'no hypothesis in METTLE_TEST_PACKAGES';

const why = await whyUnavailable('cpython');

unless(why).describe('every feature of tests', () => {
  const { python, judge } = createJudging();
  afterAll(() => python.close());

  it.each(FEATURES)('passes right code, and tells wrong code what failed: $name', async (feature) => {
    const requirement = TestsPass({ tests: feature.tests, engine: 'cpython', timeoutSeconds: 20 });
    const right = await judge(feature.right, requirement);
    const wrong = await judge(feature.wrong, requirement);
    expect([right, wrong]).toMatchObject([
      { verdict: 'pass', reason: expect.stringMatching(/^All tests pass\./) },
      { verdict: 'fail', reason: expect.stringContaining(feature.told) },
    ]);
  });

  it('leaves tests with hypothesis unjudged, with the way out, where it is not lent', async () => {
    const requirement = TestsPass({ tests: HYPOTHESIS, engine: 'cpython' });
    expect(await judge('def double(x):\n    return x * 2', requirement)).toMatchObject({
      verdict: 'not_checked',
      cause: 'engine',
      reason: expect.stringContaining(
        'import hypothesis, which the sandbox does not have. Pass it with "packages"',
      ),
    });
  });
});

unless(noHypothesis).it('runs tests with hypothesis where packages has it', async () => {
  const verdictOn = async (code: string) => {
    const requirements = [TestsPass({ tests: HYPOTHESIS, engine: 'cpython', timeoutSeconds: 60 })];
    const { results } = await checkPython(code, requirements, { packages });
    return results[0];
  };
  expect(await verdictOn('def double(x):\n    return x * 2')).toMatchObject({ verdict: 'pass' });
  const wrong = await verdictOn('def double(x):\n    return x * 2 if x < 50 else 7');
  expect(wrong).toMatchObject({ verdict: 'fail', reason: expect.stringContaining('test_double') });
});
