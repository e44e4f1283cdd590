import { describe, expect, it } from 'vitest';
import { createProgressLine, renderProgress } from './progress-line.js';

describe('renderProgress', () => {
  it('shows count, share, rate and time left', () => {
    expect(renderProgress({ stage: 'run tasks', done: 120, total: 480 }, 4)).toBe(
      'run tasks  120/480  25%  30/s  12 s left',
    );
    expect(renderProgress({ stage: 'search', done: 3, note: 'size 4' }, 2)).toBe('search  3  1.5/s  size 4');
    expect(renderProgress({ stage: 'slow', done: 1, total: 200 }, 1)).toBe(
      'slow  1/200  0%  1.0/s  3 min 19 s left',
    );
    expect(renderProgress({ stage: 'start', done: 0, total: 5 }, 0)).toBe('start  0/5  0%');
  });

  it('counts no items of an earlier run for the rate', () => {
    expect(renderProgress({ stage: 'verify', done: 920, total: 1000, resumedAt: 900 }, 2)).toBe(
      'verify  920/1000  92%  10/s  8 s left',
    );
  });

  it('takes the sooner of the two ends it knows', () => {
    const update = { stage: 'search', done: 100, total: 1000 };
    expect(renderProgress({ ...update, secondsLeft: 3.2 }, 1)).toBe('search  100/1000  10%  100/s  4 s left');
    expect(renderProgress({ ...update, secondsLeft: 60 }, 1)).toBe('search  100/1000  10%  100/s  9 s left');
    expect(renderProgress({ stage: 'search', done: 0, total: 9, secondsLeft: 20 }, 0)).toBe(
      'search  0/9  0%  20 s left',
    );
  });
});

describe('createProgressLine', () => {
  it('writes plain lines in a pipe: the first, one a tenth, the last', () => {
    let out = '';
    const line = createProgressLine({
      write: (text) => {
        out += text;
      },
      terminal: false,
      now: () => 0,
    });
    for (let done = 0; done <= 100; done++) line.update({ stage: 'work', done, total: 100 });
    line.finish();
    expect(out.split('\n').filter((row) => row !== '')).toHaveLength(11);
    expect(out).not.toContain('\r');
  });

  it('redraws one line on a terminal and ends it before the next stage', () => {
    let out = '';
    let now = 0;
    const line = createProgressLine({
      write: (text) => {
        out += text;
      },
      terminal: true,
      now: () => now,
      columns: 20,
    });
    line.update({ stage: 'a', done: 1, total: 10 });
    line.update({ stage: 'a', done: 2, total: 10 });
    now = 1000;
    line.update({ stage: 'a', done: 3, total: 10, note: 'x'.repeat(50) });
    line.update({ stage: 'b', done: 0, total: 1 });
    line.finish();
    const draws = out.split('\r\u001b[2K').slice(1);
    expect(draws).toEqual([
      'a  1/10  10%',
      'a  3/10  30%  3.0/s',
      'a  3 in 1 s\n',
      'b  0/1  0%',
      'b  in 0 s\n',
    ]);
  });

  it('leaves no share and no time left of a stage that stopped short, and nothing of a line that other text interrupts', () => {
    let out = '';
    let now = 0;
    const write = (text: string): void => {
      out += text;
    };
    const line = createProgressLine({ write, terminal: true, now: () => now });
    line.update({ stage: 'search', done: 1, total: 1000 });
    now = 20;
    line.update({ stage: 'search', done: 990, total: 1000 });
    line.clear();
    write('words\n');
    now = 40;
    line.update({ stage: 'search', done: 995, total: 1000 });
    line.update({ stage: 'next', done: 1, total: 1 });
    line.finish();
    line.clear();
    const rows = out.split('\n').map((row) => row.split('\u001b[2K').at(-1)?.replace('\r', ''));
    expect(rows).toEqual(['words', 'search  995 in 1 s', 'next  1/1  100%', '']);
  });

  it.each([true, false])('begins anew when the count falls (terminal: %s)', (terminal) => {
    let out = '';
    let now = 0;
    const line = createProgressLine({
      write: (text) => {
        out += text;
      },
      terminal,
      now: () => now,
    });
    const at = (seconds: number, done: number): void => {
      now = seconds * 1000;
      line.update({ stage: 'search', done, total: 1000 });
    };
    at(0, 0);
    at(100, 500);
    at(101, 0);
    at(102, 100);
    const last = out
      .trimEnd()
      .split(/[\r\n]/)
      .at(-1);
    expect(last?.split('\u001b[2K').at(-1)).toBe('search  100/1000  10%  100/s  9 s left');
    expect(out.match(/\n/g)).toHaveLength(terminal ? 1 : 4);
  });
});
