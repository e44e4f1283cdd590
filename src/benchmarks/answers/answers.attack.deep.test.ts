import { expect } from 'vitest';
import { needs } from '../../testing/needs.fixture.js';
import type { AnswerCase } from '../cases/benchmark-case.js';
import { FUNCTION_CASE, FUNCTION_CHEATS, PROGRAM_CASE, PROGRAM_CHEATS } from './cheats.fixture.js';
import { createAnswerJudge } from './judge-answers.js';

const { describe, it } = await needs('cpython');

async function verdictOf({ check }: AnswerCase, answer: string) {
  await using judge = createAnswerJudge();
  return await judge.judge({ ...check, timeoutSeconds: 20 }, answer);
}

describe('code that cheats', () => {
  it.each(Object.entries(FUNCTION_CHEATS))('earns nothing if it %s', async (_what, answer) => {
    expect(await verdictOf(FUNCTION_CASE, answer)).toMatchObject({
      verdict: expect.stringMatching(/^(fail|not_checked)$/),
      reason: expect.stringMatching(/./),
    });
  });

  it.each(Object.entries(PROGRAM_CHEATS))('as a program earns nothing if it %s', async (_what, answer) => {
    expect(await verdictOf(PROGRAM_CASE, answer)).toMatchObject({
      verdict: expect.stringMatching(/^(fail|not_checked)$/),
      reason: expect.stringMatching(/./),
    });
  });

  it('leaves honest answers alone', async () => {
    for (const item of [FUNCTION_CASE, PROGRAM_CASE]) {
      expect(await verdictOf(item, item.reference ?? '')).toEqual({ verdict: 'pass', reason: '' });
    }
  });
});
