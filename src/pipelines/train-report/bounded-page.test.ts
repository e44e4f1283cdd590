import { describe, expect, it } from 'vitest';
import { renderTrainingReport, type TrainedTask } from './render-training-report.js';
import { trainedTaskWith } from './trained-task.fixture.js';
import { valueView } from './value-view.js';

const pageOf = (tasks: readonly TrainedTask[], model: string | null = null): string =>
  renderTrainingReport({ tasks, model, budget: { seconds: 20 }, seed: 0 });

describe('renderTrainingReport', () => {
  it('keeps a page of sane size, whatever the length of texts and scripts', () => {
    const page = pageOf([trainedTaskWith('y'.repeat(1_000_000))], 'm'.repeat(1_000_000));
    expect(page.length).toBeLessThan(250_000);
    expect(page).toMatch(/y … and [\d,]+ characters more/);
  });

  it('shows so many tasks with their scripts, and all in the overview', () => {
    const page = pageOf(Array.from({ length: 1000 }, (_, index) => trainedTaskWith(`task ${index}`)));
    expect(page.length).toBeLessThan(10_000_000);
    expect(page).toContain('The scripts of 800 more tasks are not shown here.');
    expect(page).toContain('<td class="wide">task 999</td>');
  });

  it('draws a grid with one path a colour, and shows lists of unequal rows as JSON', () => {
    const grid = Array.from({ length: 30 }, (_, y) => Array.from({ length: 30 }, (_cell, x) => (x + y) % 10));
    expect(valueView(grid).text.match(/<path/g)).toHaveLength(10);
    expect(valueView(grid).text.length).toBeLessThan(15_000);
    for (const odd of [[[1], [1, 2]], [[]], [], [[1.5]], [[Number.NaN]], [[10]]]) {
      expect(valueView(odd).text).toContain('<code>');
    }
  });

  it('cuts no character in two', () => {
    expect(valueView('🎉'.repeat(400)).text).not.toContain('\\ud83c');
  });
});
