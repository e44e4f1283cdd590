import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Input, Program, plotProgram, programToDot, sequential } from '../index.js';
import { EvenOrOdd, NUMBER, Sum, Times } from '../modules.fixture.js';
import { fieldWords } from './field-words.js';
import { layOut } from './layered-layout.js';

async function branching(name = 'branching'): Promise<Program> {
  const [n, bonus] = [
    Input({ schema: NUMBER, name: 'n' }),
    Input({ schema: NUMBER, name: 'bonus', optional: true }),
  ];
  const [even, odd] = await new EvenOrOdd().call(n);
  const times = new Times(2);
  const inner = sequential([Input({ schema: NUMBER }), new Times(3)], { name: 'inner' });
  const fixed = new Times(4, { name: 'fixed', trainable: false });
  const parts = [await times.call(even), await times.call(odd), await inner.call(n), await fixed.call(bonus)];
  return new Program({
    name,
    inputs: [n, bonus],
    outputs: await new Sum().call(parts),
    description: 'Adds.',
  });
}

describe('summary', () => {
  it('shows every call with what it gives, trains and takes', async () => {
    const small = sequential([Input({ schema: NUMBER }), new Times(3)], {
      name: 'small',
      description: 'Triples.',
    });
    await small.ensureBuilt();
    expect(small.summary()).toBe(
      `Program small
Triples.
────────────────────────────────────
module          gives  trains  takes
────────────────────────────────────
input (input)   n
times (Times)   n      1       input
times (output)                 times
────────────────────────────────────
1 variable to train, 0 fixed
`,
    );
    const program = await branching();
    const lines = program.summary().split('\n');
    expect(lines.find((line) => line.startsWith('times#1'))).toMatch(
      /^times#1 \(Times\) +n +1 +even_or_odd$/,
    );
    expect(lines.find((line) => line.startsWith('sum (Sum)'))).toMatch(/times#0, times#1, inner, fixed$/);
    expect(lines.find((line) => line.startsWith('fixed'))).toMatch(/0 \+ 1 fixed +bonus$/);
    expect(lines.at(-2)).toBe('2 variables to train, 1 fixed');
    expect(program.summary({ expandNested: true })).toContain('inner/times (Times)');
  });

  it('shows a program that runs itself as one module', () => {
    class Own extends Program {
      readonly times = new Times(2);
    }
    expect(new Own().summary()).toMatch(/own \(Own\) +1 +input/);
    expect(new Own().summary()).toContain('Made of times (Times).');
  });
});

describe('programToDot', () => {
  it('writes what Graphviz reads, with texts in quotes', async () => {
    const dot = programToDot(await branching('a "b" \\'), { showSchemas: true, showVariables: false });
    expect(dot.split('\n').slice(0, 6)).toEqual([
      'digraph "a \\"b\\" \\\\" {',
      '  graph [rankdir=TB, label="a \\"b\\" \\\\", labelloc=t, fontname="sans-serif"];',
      '  node [fontname="sans-serif"];',
      '  n0 [label="n\\nn: number", shape=ellipse];',
      '  n1 [label="bonus (optional)\\nn: number", shape=ellipse, style=dashed];',
      '  n2 [label="even_or_odd\\nEvenOrOdd\\nn: number", shape=box];',
    ]);
    expect(dot).toContain('label="inner\\nSequential\\nn: number", shape=box, peripheries=2');
    expect(dot.match(/->/g)?.length).toBe(10);
    expect(programToDot(await branching(), { expandNested: true })).toContain('label="inner/times\\n');
  });
});

describe('plotProgram', () => {
  it('draws every call and every edge, and brings its own ground', async () => {
    const svg = plotProgram(await branching(), { showSchemas: true });
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(svg.match(/<path class="edge"/g)?.length).toBe(10);
    expect(svg.match(/class="box /g)?.length).toBe(9);
    expect(svg).toContain('trains state_times');
    expect(svg).toContain('keeps state_times');
    expect(svg).toContain('prefers-color-scheme: dark');
    expect(plotProgram(await branching(), { theme: 'light' })).not.toContain('prefers-color-scheme');
    expect(plotProgram(await branching(), { direction: 'LR' })).not.toBe(plotProgram(await branching()));
    expect(plotProgram(await branching())).toBe(plotProgram(await branching()));
  });

  it('writes names as text, whatever is in them', async () => {
    const svg = plotProgram(await branching('<script>alert(1)<script>\u202e'));
    expect(svg).not.toContain('<script');
    expect(svg).not.toContain('\u202e');
  });

  it('refuses options that do not exist', async () => {
    const program = await branching();
    expect(() => plotProgram(program, { colour: 'red' } as never)).toThrow(/no option colour/);
    expect(() => plotProgram(program, { direction: 'UP' as never })).toThrow(
      /direction must be one of TB, LR/,
    );
    expect(() => plotProgram(program, { theme: 'pink' as never })).toThrow(
      /theme must be one of auto, light, dark/,
    );
  });
});

describe('layOut', () => {
  it('lets no two boxes of a row overlap, and every edge go forward', () => {
    const graph = fc.array(
      fc.record({ across: fc.integer({ min: 10, max: 90 }), from: fc.array(fc.nat(), { maxLength: 3 }) }),
      {
        minLength: 1,
        maxLength: 14,
      },
    );
    fc.assert(
      fc.property(graph, (steps) => {
        const nodes = steps.map(({ across }, index) => ({
          id: `${index}`,
          across,
          along: 10 + (across % 7),
        }));
        const pairs = steps.flatMap(({ from }, to) =>
          to === 0
            ? []
            : [...new Set(from.map((each) => each % to))].map((each) => ({ from: `${each}`, to: `${to}` })),
        );
        const { places, along, across } = layOut(nodes, pairs, { across: 5, along: 20 });
        const place = (id: string) => places.get(id) ?? { across: Number.NaN, along: Number.NaN };
        for (const { from, to } of pairs) expect(place(from).along).toBeLessThan(place(to).along);
        for (const left of nodes) {
          expect(place(left.id).across - left.across / 2).toBeGreaterThanOrEqual(-0.001);
          expect(place(left.id).across + left.across / 2).toBeLessThanOrEqual(across + 0.001);
          expect(place(left.id).along + left.along).toBeLessThanOrEqual(along + 0.001);
          for (const right of nodes) {
            if (left === right || place(left.id).along !== place(right.id).along) continue;
            const distance = Math.abs(place(left.id).across - place(right.id).across);
            expect(distance).toBeGreaterThanOrEqual((left.across + right.across) / 2 + 4.999);
          }
        }
      }),
      { numRuns: 60, seed: 5 },
    );
  });
});

describe('fieldWords', () => {
  it('says types in a few words', () => {
    const types = {
      a: { type: 'array', items: { $ref: '#/$defs/Item' } },
      b: { enum: [1, 2, 3, 4, 5] },
      c: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      d: { const: 'x' },
      e: true,
      f: { type: ['string', 'null'] },
      g: { type: 'object', title: 'Thing' },
    };
    expect(fieldWords({ properties: types, required: ['a'] })).toEqual([
      'a: list of Item',
      'b?: 1 | 2 | 3 | 4 | …',
      'c?: string | null',
      'd?: "x"',
      'e?: anything',
      'f?: string | null',
      'g?: Thing',
    ]);
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}`, {}]));
    expect(fieldWords({ properties: many }).slice(-2)).toEqual(['f6?: anything', '… 13 more']);
    expect(fieldWords({})).toEqual([]);
  });
});
