import { afterAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { whyUnavailable } from '../replies.fixture.js';
import { createJudging } from '../subject/judge-code.fixture.js';
import {
  FUNCTIONS,
  OBJECTS,
  PRINTING,
  RIGHT_FUNCTIONS,
  RIGHT_OBJECTS,
  RIGHT_PRINTING,
  RIGHT_SINGLES,
  SINGLES,
  type Try,
} from './forgeries.fixture.js';

const why = await whyUnavailable('cpython');

unless(why).describe('forgeries', () => {
  const { python, judge } = createJudging();
  afterAll(() => python.close());

  /** The tries that did not end as they should. */
  const otherwise = async (
    tries: readonly Try[],
    wanted: (verdict: string) => boolean,
  ): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const { name, code, requirement } of tries) {
      const { verdict, reason } = await judge(code, requirement);
      if (!wanted(verdict)) found.push(`${verdict}: ${name}: ${reason}`);
    }
    return found;
  };
  const isRefused = (verdict: string): boolean => verdict === 'fail' || verdict === 'not_checked';
  const passes = (verdict: string): boolean => verdict === 'pass';

  it.each([
    ['functions that add nothing up', FUNCTIONS],
    ['objects that find out what they should equal', OBJECTS],
    ['ways that suit one requirement', SINGLES],
    ['programs that print something else', PRINTING],
  ])('never pass: %s', { timeout: 1_800_000 }, async (_name, tries) => {
    expect(await otherwise(tries, isRefused)).toEqual([]);
  });

  it.each([
    ['functions', RIGHT_FUNCTIONS],
    ['objects', RIGHT_OBJECTS],
    ['ways that suit one requirement', RIGHT_SINGLES],
    ['programs that print the sum', RIGHT_PRINTING],
  ])('do pass where they are right: %s', { timeout: 1_800_000 }, async (_name, tries) => {
    expect(await otherwise(tries, passes)).toEqual([]);
  });
});
