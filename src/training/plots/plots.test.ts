import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { niceScale, tickLabel } from '../../report/internal.js';
import { plotHistory, plotMetrics } from './index.js';
import { spreadOf } from './runs.js';

const run = (reward: (number | null)[], more: Record<string, (number | null)[]> = {}) => ({
  epoch: reward.map((_, epoch) => epoch),
  history: { reward, ...more },
});

/** Names of the elements, after a check that they are closed in order and that no attribute or text breaks out. */
function elementsOf(svg: string): readonly string[] {
  const open: string[] = [];
  const names: string[] = [];
  for (const [tag, end, name = '', attributes = '', empty] of svg.matchAll(
    /<(\/?)([^\s/>]+)((?:\s[\w:-]+="[^"<]*")*)\s*(\/?)>/g,
  )) {
    expect(attributes).not.toMatch(/\bon\w+=/);
    if (end === '/') expect(open.pop(), tag).toBe(name);
    else if (empty !== '/') open.push(name);
    if (end !== '/') names.push(name);
  }
  expect(open).toEqual([]);
  const tags = svg.match(/</g)?.length ?? 0;
  expect(svg.match(/<\/?[a-z]+[^<>]*>/gi)?.length).toBe(tags);
  return names;
}

describe('plotHistory', () => {
  it('draws a panel for each figure, with named axes, and validation beside training', () => {
    const svg = plotHistory(run([0.1, 0.5, 0.7], { val_reward: [0, 0.4, 0.5], cost: [1, 2, 3] }));
    for (const words of [
      '>epoch<',
      '>score<',
      '>money<',
      '>training<',
      '>validation<',
      '>reward<',
      '>cost<',
    ]) {
      expect(svg).toContain(words);
    }
    expect(elementsOf(svg)).not.toContain('script');
  });

  it('tells lines apart without colour', () => {
    const runs = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [`run ${index}`, run([index, 1])]),
    );
    const dashes = plotHistory(runs).match(/stroke-dasharray="[^"]*"/g) ?? [];
    expect(new Set(dashes).size).toBe(6);
  });

  it('draws several runs as mean and deviation, and runs by name beside each other', () => {
    const two = [run([0, 1]), run([1, 1])];
    expect(plotHistory(two)).toContain('training (mean ± sd of 2 runs)');
    expect(plotHistory(two)).toContain('opacity="0.15"');
    const named = plotHistory({ greedy: two, 'few shot': run([0.5, 0.6]) });
    expect(named).toContain('greedy, training (mean ± sd of 2 runs)');
    expect(named).toContain('>few shot, training<');
    expect(plotHistory(run([0, 1]))).not.toContain('opacity="0.15"');
  });

  it('takes gaps, runs of different length, one epoch and numbers of any size', () => {
    const odd = [
      run([null, 0.5, null]),
      run([Number.NaN, Number.POSITIVE_INFINITY, 1, 2]),
      run([Number.MAX_VALUE, -Number.MAX_VALUE]),
      run([5e-324]),
    ];
    for (const runs of [odd, ...odd]) {
      const svg = plotHistory(runs);
      elementsOf(svg);
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  it('takes a long training, with no epoch before the first on its axis', () => {
    const svg = plotHistory(run(Array.from({ length: 150_000 }, (_, epoch) => epoch % 7)));
    expect(svg).toContain('>140000<');
    expect(plotHistory(run([0.5]))).not.toContain('>-1<');
  });

  it.each([
    [null],
    [undefined],
    [{ reward: [0.5, 1] }],
    [[{ history: {} }]],
    [{ first: { epoch: [0], history: null } }],
    [3],
  ])('takes what fit gives, and not %j', (runs) => {
    expect(() => plotHistory(runs as never)).toThrow(
      /^plotHistory takes what fit gives, with epoch and history/,
    );
  });

  it('says that there is nothing to plot', () => {
    for (const empty of [run([]), run([null]), [], {}, { a: [] }]) {
      expect(() => plotHistory(empty as never)).toThrowError(
        expect.objectContaining({ code: 'training/nothing_to_plot' }),
      );
    }
    expect(() => plotHistory(run([1]), { figures: ['cost'] })).toThrowError(
      /none of these runs has a figure/,
    );
    expect(() => plotHistory(run([1]), { theme: 'blue' as never })).toThrowError(/theme must be one of/);
  });

  it('brings its own ground and colours for a dark page', () => {
    expect(plotHistory(run([1, 2]))).toContain('@media (prefers-color-scheme: dark)');
    expect(plotHistory(run([1, 2]), { theme: 'dark' })).toContain('.ground { fill: #16181c; }');
    expect(plotHistory(run([1, 2]), { theme: 'light' })).not.toContain('#16181c');
  });
});

describe('plotMetrics', () => {
  it('draws bars with their numbers, units apart', () => {
    const svg = plotMetrics({ reward: 0.7, total_tokens: 1200, loss: -0.2, nothing: null });
    for (const words of ['>0.7<', '>1200<', '>tokens<', '>score<', '>-0.2<']) expect(svg).toContain(words);
    expect(svg).not.toContain('nothing');
    elementsOf(svg);
  });

  it('compares runs, and draws a whisker for several of one name', () => {
    const svg = plotMetrics({ start: { reward: 0.5 }, trained: [{ reward: 0.7 }, { reward: 0.9 }] });
    expect(svg).toContain('trained (mean ± sd of 2 runs)');
    expect(svg).toContain('url(#mettle-hatch-1)');
    expect(svg).toContain('m-5 0h10');
    const evaluated = plotMetrics({ reward: 0.8, total_tokens: 12_345, samples: 100, failed: 3 });
    for (const text of ['>samples<', '>12345<', '>score<', '>tokens<']) expect(evaluated).toContain(text);
    expect(evaluated.split('>score<')).toHaveLength(2);
    expect(() => plotMetrics({ reward: Number.NaN })).toThrowError(/none of these runs/);
    expect(() => plotMetrics({})).toThrowError(/none of these runs/);
  });
});

it('escapes hostile names wherever they stand, and cuts huge ones', () => {
  const names = [
    '</title><script>alert(1)</script>',
    '" onload="alert(1)',
    '&amp;<![CDATA[',
    '\u0000\u202e\ufffe',
    '__proto__',
    'x'.repeat(100_000),
  ];
  for (const name of names) {
    for (const svg of [
      plotHistory(run([1, 2], { [name]: [1, 2] }), { title: name }),
      plotHistory({ [name]: run([1, 2]) }),
      plotMetrics({ [name]: 1 }, { title: name }),
      plotMetrics({ [name]: { reward: 1 } }),
    ]) {
      expect(elementsOf(svg)).not.toContain('script');
      expect(svg.length).toBeLessThan(40_000);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML forbids must not be there.
      expect(svg).not.toMatch(/[\u0000-\u0008\u202e\ufffe]/);
    }
  }
});

describe('the parts', () => {
  it('a scale holds every value between its ends, at few round ticks', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.array(number, { maxLength: 5 }), fc.boolean(), (values, whole) => {
        const scale = niceScale(values, [0, 100], { whole });
        expect(scale.ticks.length).toBeGreaterThanOrEqual(2);
        expect(scale.ticks.length).toBeLessThanOrEqual(14);
        for (const value of values) {
          expect(scale.at(value)).toBeGreaterThanOrEqual(-1e-6);
          expect(scale.at(value)).toBeLessThanOrEqual(100 + 1e-6);
        }
      }),
    );
    expect(niceScale([0, 1], [0, 1]).ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect([0, 1500, 2e6, 2.5e-5, -0.1].map(tickLabel)).toEqual(['0', '1500', '2e6', '2.5e-5', '-0.1']);
  });

  it('a spread is mean and sample deviation, of what is a number', () => {
    expect(spreadOf([1, 3, null, undefined, Number.NaN])).toEqual({
      mean: 2,
      deviation: Math.SQRT2,
      runs: 2,
    });
    expect(spreadOf([4])).toEqual({ mean: 4, deviation: null, runs: 1 });
    expect(spreadOf([])).toBeNull();
  });
});
