import { describe, expect, it } from 'vitest';
import { holmAdjust, judgeSkills, type SkillResult } from './judge-skills.js';
import { demoResultWith } from './report/demo-result.fixture.js';

const [skill] = demoResultWith('').skills;
if (skill?.training == null) throw new Error('the fixture has a trained skill');
const { training } = skill;

/** A skill whose test came out like this; `offered` says whether training gave a script. */
function tested(better: number, worse: number, pValue: number, offered = true): SkillResult {
  const script = offered ? 'def transform(value): ...' : null;
  return {
    ...(skill as SkillResult),
    training: { ...training, result: { ...training.result, script } },
    comparison: { ...(skill as SkillResult).comparison, test: { better, worse, same: 0, pValue } },
  };
}

describe('which scripts are kept', () => {
  it('is decided by p-values corrected for how many scripts are tested', () => {
    const judged = judgeSkills([tested(20, 4, 0.02), tested(20, 5, 0.03), tested(30, 0, 0.001)]);
    expect(judged.map(({ adjustedPValue }) => adjustedPValue)).toEqual([0.04, 0.04, 0.003]);
    expect(judged.map(({ kept }) => kept)).toEqual([true, true, true]);
    const alone = judgeSkills([tested(20, 5, 0.03), tested(20, 5, 0.03), tested(20, 5, 0.03)]);
    expect(alone.map(({ kept }) => kept)).toEqual([false, false, false]);
  });

  it('counts no skill without a script among the tests, and keeps nothing of it', () => {
    const judged = judgeSkills([tested(20, 5, 0.03), tested(40, 0, 0.0001, false)]);
    expect(judged.map(({ adjustedPValue, kept }) => [adjustedPValue, kept])).toEqual([
      [0.03, true],
      [null, false],
    ]);
  });

  it('keeps no script that is worse, however sure that is', () => {
    expect(judgeSkills([tested(0, 40, 0.0001)])[0]?.kept).toBe(false);
  });
});

describe('holmAdjust', () => {
  it('is as in a worked example, whatever the order', () => {
    // p = 0.01, 0.02, 0.03, 0.04 of four tests: ×4, ×3, ×2, ×1, and never below an earlier one.
    expect(holmAdjust([0.03, 0.01, 0.04, 0.02])).toEqual([0.06, 0.04, 0.06, 0.06]);
  });

  it('leaves one test alone, stays at most 1, and takes none', () => {
    expect(holmAdjust([0.03])).toEqual([0.03]);
    expect(holmAdjust([0.7, 0.8])).toEqual([1, 1]);
    expect(holmAdjust([])).toEqual([]);
  });
});
