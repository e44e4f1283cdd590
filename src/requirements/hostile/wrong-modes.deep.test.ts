import { afterAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { TestsPass } from '../behaviour/tests-pass.js';
import { whyUnavailable } from '../replies.fixture.js';
import type { Requirement } from '../requirement.js';
import { createJudging } from '../subject/judge-code.fixture.js';
import { WRONG_MODES } from './wrong-modes.fixture.js';

const tests = `
import math, unittest, pytest
from solution import *
import solution as s

class T(unittest.TestCase):
    def test_values(self):
        self.assertEqual(s.mode([1, 2, 2]), 2)
        self.assertEqual([s.mode([1]), s.mode([4])], [1, 4])
        self.assertIs(type(s.mode([7])), int)

def test_reflected():
    assert 2 == mode([1, 2, 2]) and [3] == [mode([3])] and {"k": 2} == {"k": mode([2])}
    assert mode([5]) in {5} and not mode([2]) != 2

@pytest.mark.parametrize("values, wanted", [([1.5], 1.5), ([2.25, 2.25, 1], 2.25)])
def test_near(values, wanted):
    assert mode(values) == pytest.approx(wanted) and math.isclose(mode(values), wanted)
    assert abs(mode(values) - wanted) < 1e-9

def test_texts():
    found = [mode([n, n, 0]) for n in range(1, 4)]
    assert found == [1, 2, 3] and sum(found) == 6 and len(found) == 3 and str(found[0]) == "1"
    assert mode([3, 3, 9]) == 3
`;
const right = [
  'from collections import Counter\ndef mode(values):\n    return Counter(values).most_common(1)[0][0]',
  'from statistics import mode',
  'def mode(values):\n    return max(set(values), key=values.count)',
];
const why = await whyUnavailable('cpython');

unless(why).describe('programs without a right function', () => {
  const { python, judge } = createJudging();
  afterAll(() => python.close());
  const requirement = (timeoutSeconds: number): Requirement =>
    TestsPass({ tests, engine: 'cpython', timeoutSeconds });

  it('pass no tests', { timeout: 1_800_000 }, async () => {
    const passed: string[] = [];
    const quick = requirement(3);
    for (const [name, code] of Object.entries(WRONG_MODES)) {
      const { verdict, reason } = await judge(code, quick);
      if (verdict === 'pass' || verdict === 'error') passed.push(`${name}: ${verdict} ${reason}`);
    }
    expect(passed).toEqual([]);
  });

  it.each(right)('%s passes them', async (code) => {
    expect(await judge(code, requirement(60))).toMatchObject({ verdict: 'pass' });
  });
});
