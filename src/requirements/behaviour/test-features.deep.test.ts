import { afterAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { whyUnavailable } from '../replies.fixture.js';
import { createJudging } from '../subject/judge-code.fixture.js';
import { FEATURES } from './test-features.fixture.js';
import { TestsPass } from './tests-pass.js';

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
});
