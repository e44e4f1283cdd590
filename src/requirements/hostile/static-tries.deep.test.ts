import { describe, expect, it } from 'vitest';
import { type Checker, createChecker } from '../pipeline/checker.js';
import type { Requirement } from '../requirement.js';
import { STATIC_TRIES, type StaticTry } from './static-tries.fixture.js';

/** What a try came to: how many false passes and false fails, and where. */
interface Tally {
  tries: number;
  falsePasses: string[];
  falseFails: string[];
}

async function tally(): Promise<ReadonlyMap<string, Tally>> {
  const checkers = new Map<Requirement, Checker>();
  const tallies = new Map<string, Tally>();
  for (const each of STATIC_TRIES) {
    let checker = checkers.get(each.requirement);
    if (checker === undefined) {
      checker = createChecker({ requirements: [each.requirement] });
      checkers.set(each.requirement, checker);
    }
    const count = tallies.get(each.topic) ?? { tries: 0, falsePasses: [], falseFails: [] };
    tallies.set(each.topic, count);
    count.tries++;
    const isPass = await passes(checker, each);
    if (isPass && !each.isRight) count.falsePasses.push(each.text);
    if (!isPass && each.isRight) count.falseFails.push(each.text);
  }
  for (const checker of checkers.values()) await checker.close();
  return tallies;
}

async function passes(checker: Checker, { text, isSource, code }: StaticTry): Promise<boolean> {
  const report = await (isSource ? checker.checkCode(text) : checker.check(text));
  return report.verdict === 'pass' && (code === undefined || report.code === code);
}

describe('tries at false verdicts of static requirements', () => {
  it('pass nothing that is wrong, and fail nearly nothing that is right', async () => {
    const tallies = await tally();
    for (const [topic, { tries, falsePasses, falseFails }] of tallies) {
      process.stdout.write(
        `${topic}: ${tries} tries, ${falsePasses.length} false passes, ${falseFails.length} false fails\n`,
      );
    }
    const all = [...tallies.values()];
    expect(STATIC_TRIES.length).toBeGreaterThanOrEqual(500);
    expect(all.flatMap(({ falsePasses }) => falsePasses)).toEqual([]);
    const falseFails = all.flatMap((each) => each.falseFails);
    expect(falseFails.slice(0, Math.max(0, falseFails.length - STATIC_TRIES.length / 100))).toEqual([]);
  });
});
