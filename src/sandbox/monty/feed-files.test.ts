import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FeedSpan, fileOfFeed, isFeedSpan, withFeed } from './feed-files.js';

const file = fc.oneof(
  fc.nat(5).map((run) => `<run ${run}>`),
  fc.constantFrom(null, '/a.py', '<run 01>', '<run x>'),
);

function spansOf(files: readonly (string | null)[]): readonly FeedSpan[] {
  return files.reduce<readonly FeedSpan[]>((spans, name, feed) => withFeed(spans, feed, name), []);
}

describe('feed files', () => {
  it('remember the file of every feed', () => {
    fc.assert(
      fc.property(fc.array(file), (files) => {
        const spans = spansOf(files);
        expect(files.map((_, feed) => fileOfFeed(spans, feed))).toEqual(files);
        expect(spans.every(isFeedSpan)).toBe(true);
      }),
    );
  });

  it('are one span for runs that follow each other', () => {
    expect(spansOf(Array.from({ length: 1000 }, (_, run) => `<run ${run + 3}>`))).toEqual([[0, 3]]);
  });

  it('forget the oldest when they change all the time', () => {
    const files = Array.from({ length: 20_001 }, (_, feed) => `/${feed}.py`);
    const spans = spansOf(files);
    expect(spans.length).toBeLessThanOrEqual(10_000);
    expect(fileOfFeed(spans, 20_000)).toBe('/20000.py');
    expect(fileOfFeed(spans, 0)).toBeNull();
  });

  it.each([null, [], [0], [-1, null], [0, 1.5], [0, {}], ['0', 'a'], [0, 1, 2]])('are not %j', (value) => {
    expect(isFeedSpan(value)).toBe(false);
  });
});
