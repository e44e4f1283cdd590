import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../core/index.js';
import type { TrainingOutcome } from '../../training/index.js';
import { NO_USAGE } from '../../training/internal.js';
import { type Candidate, makeCandidate } from '../candidates/candidate.js';
import { Archive, type Member } from './archive.js';
import { chooseEvidence } from './choose-evidence.js';
import { chooseParent, complementOf } from './choose-parent.js';

const outcomes = (rewards: readonly number[], behaviour = ''): TrainingOutcome[] =>
  rewards.map((reward, index) => ({
    candidate: '',
    exampleId: String(index),
    reward,
    feedback: null,
    outputs: [{ did: `${reward}${behaviour}` }],
    outputHash: 'hash',
    calls: [],
    error: null,
    usage: { inference: NO_USAGE, reward: NO_USAGE },
  }));
const candidate = (script: string): Candidate =>
  makeCandidate({ values: { v: { python_script: script } }, parents: [], operator: 'fresh', idea: script });
const archiveOf = (rows: Readonly<Record<string, readonly number[]>>): Archive => {
  const archive = new Archive();
  for (const [script, rewards] of Object.entries(rows)) archive.add(candidate(script), outcomes(rewards));
  return archive;
};
const named = (archive: Archive, script: string): Member =>
  archive.members.find((member) => member.candidate.idea === script) as Member;
const ideas = (members: readonly Member[]): string[] => members.map((member) => member.candidate.idea);

describe('Archive', () => {
  it('keeps of equal behaviour the shorter, and says what is a gain', () => {
    const archive = new Archive();
    expect(archive.add(candidate('long script'), outcomes([1, 0]))).toEqual({ kept: true, isGain: true });
    expect(archive.add(candidate('a longer script'), outcomes([1, 0]))).toMatchObject({ kept: false });
    expect(archive.add(candidate('short'), outcomes([1, 0]))).toEqual({ kept: true, isGain: false });
    expect(ideas(archive.members)).toEqual(['short']);
    expect(archive.add(candidate('other'), outcomes([1, 0], 'otherwise'))).toEqual({
      kept: true,
      isGain: false,
    });
    expect(archive.add(candidate('wins one'), outcomes([0, 0.5]))).toEqual({ kept: true, isGain: true });
  });

  it('knows what a member was made from, although a shorter one has taken its place', () => {
    const archive = archiveOf({ 'a longer start': [0, 0] });
    const made = (script: string, parents: readonly Member[], rewards: readonly number[]): Member => {
      const values = { v: { python_script: script } };
      const ids = parents.map((parent) => parent.candidate.id);
      archive.add(
        makeCandidate({ values, parents: ids, operator: 'refine', idea: script }),
        outcomes(rewards),
      );
      return named(archive, script);
    };
    const first = made('first', [named(archive, 'a longer start')], [1, 0]);
    archive.add(candidate('start'), outcomes([0, 0]));
    const second = made('second', [first, named(archive, 'start')], [1, 1]);
    expect(ideas(archive.lineage(second, 3))).toEqual(['a longer start', 'first', 'second']);
    expect(ideas(archive.lineage(second, 1))).toEqual(['first', 'second']);
  });

  it('has a front without the dominated, and counts wins where candidates differ', () => {
    const archive = archiveOf({ a: [1, 1, 0, 0], b: [0, 0, 1, 0], c: [1, 0, 0, 0] });
    expect(ideas(archive.front())).toEqual(['a', 'b']);
    expect(archive.wins(archive.front())).toEqual([2, 1]);
    expect(archive.disagreement()[3]).toBe(0);
  });
});

describe('chooseParent', () => {
  it('takes mostly from the front, by wins, and now and then any', () => {
    const archive = archiveOf({ a: [1, 1, 0, 0], b: [0, 0, 1, 0], c: [1, 0, 0, 0] });
    const random = new RandomStream(1, 'test');
    const drawn = ideas(Array.from({ length: 2000 }, () => chooseParent(archive, random)));
    const share = (idea: string): number => drawn.filter((each) => each === idea).length / drawn.length;
    expect(share('a')).toBeGreaterThan(0.5);
    expect(share('b')).toBeGreaterThan(0.2);
    expect(share('c')).toBeGreaterThan(0.01);
    expect(share('c')).toBeLessThan(0.15);
  });

  /** Draws parents with lexicase selection alone. */
  const byLexicase = (archive: Archive): Set<string> => {
    const random = new RandomStream(1, 'test');
    Object.defineProperty(random, 'next', { value: () => 0.8 });
    Object.defineProperty(random, 'pick', {
      value: (items: readonly Member[]) => (items.length > 1 ? items[turn++ % items.length] : items[0]),
    });
    let turn = 0;
    return new Set(ideas(Array.from({ length: 40 }, () => chooseParent(archive, random))));
  };

  it('filters by lexicase selection for those that are the best on a drawn order of examples', () => {
    expect(byLexicase(archiveOf({ a: [0, 0, 0, 0], b: [1, 1, 1, 1] }))).toEqual(new Set(['b']));
  });

  it.each([
    [19, ['best']],
    [20, ['best', 'nearly']],
  ])('of %i examples, takes as equal: %j', (count, chosen) => {
    const of = (reward: number): number[] => Array.from({ length: count }, () => reward);
    const archive = archiveOf({ bad: of(0), nearly: of(0.89), best: of(0.9) });
    expect(byLexicase(archive)).toEqual(new Set(chosen));
  });

  it('takes no complement that is better everywhere', () => {
    const archive = archiveOf({ a: [1, 1, 1, 0], b: [0, 0, 0, 1], c: [1, 0, 0, 0] });
    expect(complementOf(named(archive, 'c'), archive)?.candidate.idea).toBe('b');
  });

  it('finds the complement: what adds the most and lacks something', () => {
    const archive = archiveOf({ a: [1, 1, 0, 0, 0], b: [0, 0, 1, 0, 0], c: [0, 0, 1, 1, 0] });
    expect(complementOf(named(archive, 'a'), archive)?.candidate.idea).toBe('c');
    expect(complementOf(named(archiveOf({ a: [1], b: [0] }), 'a'), archiveOf({ a: [1], b: [0] }))).toBeNull();
  });
});

describe('chooseEvidence', () => {
  it('shows the worst, a disputed and a solved one', () => {
    const archive = archiveOf({ a: [1, 0, 0.2, 0.9, 0], b: [0, 0, 0.2, 1, 0] });
    const random = new RandomStream(3, 'test');
    const chosen = chooseEvidence(named(archive, 'a'), archive, { worst: 2, target: 1, random });
    expect([...chosen].sort()).toEqual([0, 1, 3, 4]);
    expect(chosen.at(-1)).toBe(0);
  });

  it('shows solved ones where all are', () => {
    const archive = archiveOf({ a: [1, 1, 1, 1] });
    const random = new RandomStream(3, 'test');
    expect(chooseEvidence(named(archive, 'a'), archive, { worst: 2, target: 1, random })).toHaveLength(3);
  });
});
