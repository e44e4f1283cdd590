import { describe, expect, it } from 'vitest';
import { createTrajectory, type Trajectory } from '../../records/index.js';
import { labelledTrajectories } from '../learned/labelled.fixture.js';
import { decontaminate } from './decontaminate.js';
import { dedupTrajectories } from './dedup-trajectories.js';

const [base] = labelledTrajectories(1).trajectories as [Trajectory];

function asked(prompt: string, answer = 'done'): Trajectory {
  return createTrajectory({ ...base, task: { ...base.task, prompt }, finalAnswer: answer });
}

const LONG =
  'Move the booking of Mia Sand in room twelve to the third of May, and tell me what that costs her in the end.';

describe('dedupTrajectories', () => {
  it('keeps the first of those that are alike, and names what the others are like', () => {
    const first = asked(LONG);
    const again = asked(LONG.toUpperCase());
    const other = asked('Which of our suppliers has been late twice this year, and by how many days?');
    const { kept, dropped } = dedupTrajectories([first, other, again, again], { key: 'task' });
    expect(kept).toEqual([first, other]);
    expect(dropped).toEqual([
      { id: again.id, like: first.id, similarity: 1 },
      { id: again.id, like: first.id, similarity: 1 },
    ]);
  });

  it('compares what was done, and all of an example', () => {
    const [one, two] = [
      asked(LONG, 'it costs eighty'),
      asked('Another question about something else.', 'none'),
    ];
    expect(dedupTrajectories([one, two], { key: 'actions' }).dropped).toHaveLength(1);
    expect(dedupTrajectories([one, two], { key: 'task' }).dropped).toHaveLength(0);
    expect(dedupTrajectories([one, two]).dropped).toHaveLength(0);
    expect(dedupTrajectories([one, asked(LONG, 'it costs eighty')]).dropped).toHaveLength(1);
  });

  it('compares what a function gives, at the threshold', () => {
    const words = Array.from({ length: 40 }, (_, index) => `word${index}`);
    const [whole, less] = [asked(words.join(' ')), asked(words.slice(0, 36).join(' '))];
    const key = ({ task }: Trajectory): string => task.prompt;
    // 34 of 38 shingles.
    expect(dedupTrajectories([whole, less], { key, threshold: 0.9 }).dropped).toEqual([]);
    const [found] = dedupTrajectories([whole, less], { key, threshold: 0.89 }).dropped;
    expect(found?.similarity).toBeCloseTo(34 / 38, 12);
    expect(() => dedupTrajectories([], { threshold: 0 })).toThrow('threshold must be a number from 0.1 to 1');
  });
});

describe('decontaminate', () => {
  const filler = Array.from({ length: 3000 }, (_, index) => `filler${index}`);

  it('finds a task that a long document quotes', () => {
    const document = [...filler.slice(0, 1500), LONG, ...filler.slice(1500)].join(' ');
    const [quoted, free] = [asked(LONG), asked('Which of our suppliers has been late twice this year?')];
    const { clean, contaminated } = decontaminate([quoted, free], [{ source: 'page 7', text: document }]);
    expect(clean).toEqual([free]);
    expect(contaminated).toEqual([{ id: quoted.id, source: 'page 7', containment: 1 }]);
  });

  it('finds a task that quotes a benchmark, and names the text that holds most', () => {
    const texts = [
      { source: 'half', text: LONG.slice(0, 60) },
      { source: 'whole', text: LONG },
    ];
    const asking = asked(
      `Please answer this, as you did before: ${LONG} Take your time and be careful with dates.`,
    );
    expect(decontaminate([asking], texts).contaminated).toMatchObject([{ source: 'half', containment: 1 }]);
    expect(decontaminate([asked('What else?')], texts).contaminated).toEqual([]);
  });

  it('makes nothing of a few words that stand in many texts', () => {
    const texts = [{ source: 'greeting', text: 'You are a helpful assistant.' }];
    expect(decontaminate([asked(`You are a helpful assistant. ${LONG}`)], texts).contaminated).toEqual([]);
    expect(decontaminate([asked('you are a helpful assistant')], texts).contaminated).toHaveLength(1);
  });

  it('takes a rewording for another task', () => {
    const reworded = asked(
      'Could you please reschedule the reservation for Mrs Sand and say how much she has to pay?',
    );
    expect(decontaminate([reworded], [{ source: 'a', text: LONG }]).contaminated).toEqual([]);
  });
});
