import { describe, expect, it } from 'vitest';
import type { DemoResult } from '../demo-result.js';
import { demoResultWith } from './demo-result.fixture.js';
import { renderReport } from './render-report.js';

/** The elements of a page with the names of their attributes: what a browser builds, without the texts. */
function structureOf(page: string): readonly string[] {
  return [...page.matchAll(/<(\/?[a-z!][a-z0-9-]*)((?:\s+[\w:-]+="[^"]*")*)\s*\/?>/gi)].map(
    ([, name, attributes = '']) =>
      `${name} ${[...attributes.matchAll(/([\w:-]+)="/g)].map(([, attribute]) => attribute).join(' ')}`,
  );
}

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style></pre></table><h1>',
  '<!-- ',
  '&lt;b&gt;',
  '{{7*7}}',
  ']]>',
  '\u0000\u001b\ud800\u202e',
];

describe('the report', () => {
  const benign = renderReport(demoResultWith('x'));

  it('needs no network and runs nothing', () => {
    expect(benign).not.toMatch(
      /<script|<link|<img|<iframe|<object|@import|url\(|https?:|javascript:|\son\w+=/i,
    );
    expect(benign).toContain('default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;');
  });

  it('shows the run', () => {
    for (const text of [
      'seed 7',
      'route tag',
      'p = 0.002',
      'Do number 0',
      '1,234 candidates',
      'round 1x',
      '8</i> <small>of</small> <i>10',
    ]) {
      expect(benign).toContain(text);
    }
  });

  it.each(HOSTILE)('is not broken by %j in any text of the data', (hostile) => {
    const page = renderReport(demoResultWith(hostile));
    expect(structureOf(page)).toEqual(structureOf(benign));
    expect(page).not.toContain('<script');
    expect(page).not.toContain('<img');
    expect(page).not.toContain('\u0000');
    expect(Buffer.from(page).toString()).toBe(page);
  });

  it('says so when training offers nothing or is not better', () => {
    const result = demoResultWith('');
    const [kept, abstained] = result.skills;
    if (kept === undefined || abstained === undefined) throw new Error('the fixture has two skills');
    const page = (skills: DemoResult['skills']) => renderReport({ ...result, improved: false, skills });
    expect(page([abstained])).toContain('Training found no script it could stand by');
    expect(page([{ ...kept, kept: false }])).toContain('so none is kept');
    expect(page([{ ...kept, training: null, adjustedPValue: null, kept: false }])).toContain(
      'nothing to train',
    );
  });

  it('puts one run and its repair first', () => {
    const [repair = 0, learned = 0] = ['One run and its repair', 'What was learned'].map((title) =>
      benign.indexOf(title),
    );
    expect(benign.indexOf('<section>')).toBe(benign.lastIndexOf('<section>', repair));
    expect(repair).toBeLessThan(learned);
    expect(benign).toMatch(
      /Round 1, with a first guess[\s\S]*✗ failed[\s\S]*Round 2, with the trained script[\s\S]*✓ passed/,
    );
  });

  it('folds rows that did not change, and failures with their steps, for the keyboard', () => {
    expect(benign).toMatch(/<details class="print-open"><summary>\d+ rows did not change<\/summary>/);
    expect(benign).toMatch(
      /<details class="run"><summary>Do number 0x\.<\/summary>[\s\S]*?calls <code>sql_queryx/,
    );
    expect(benign).not.toMatch(/\stitle="/);
  });

  it('shows the negative controls and says when one of them helped', () => {
    const result = demoResultWith('');
    expect(benign).toContain('Negative controls: these must not help');
    expect(benign).toContain('none of the 4 that ran is better than round 1');
    const helped = result.skills.map((skill) => ({
      ...skill,
      controls: skill.controls.map((control) => ({ ...control, comparison: result.comparison })),
    }));
    const distrusted = renderReport({ ...result, skills: helped });
    expect(distrusted).not.toContain('So a gain comes from');
    expect(distrusted).toContain('4 of the 4 that ran came out better');
  });

  it('links to the files that are written beside it', () => {
    const links = [...benign.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
    expect(links).toEqual([
      'trajectories.jsonl',
      'openai.jsonl',
      'tasks.jsonl',
      'skills/route_tagx.py',
      'skills/ledger_namex.py',
    ]);
  });
});
