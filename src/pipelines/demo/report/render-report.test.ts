import { describe, expect, it } from 'vitest';
import { demoResultWith } from './demo-result.fixture.js';
import { escapeHtml, html } from './html.js';
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
    for (const text of ['seed 7', 'route tag', 'p = 0.002', 'Do number 0', '1,234 candidates', 'round 1x']) {
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
    const { training } = result;
    if (training === null) throw new Error('the fixture has a training');
    const abstained = { ...training, result: { ...training.result, script: null } };
    expect(renderReport({ ...result, improved: false, training: abstained })).toContain('Training abstained');
    expect(renderReport({ ...result, improved: false })).toContain('it is not kept');
    expect(renderReport({ ...result, improved: false, training: null })).toContain('nothing to train');
  });
});

describe('html', () => {
  it('escapes values and leaves templates', () => {
    expect(
      html`<p title="${'"'}">${'<b>'}${html`<i>${1}</i>`}${[html`<u></u>`, '&']}${null}${false}</p>`.text,
    ).toBe('<p title="&#34;">&#60;b&#62;<i>1</i><u></u>&#38;</p>');
  });

  it('shows controls and marks of direction as escapes, and replaces what else HTML forbids', () => {
    expect(escapeHtml('a\u0000b\ud800c\u009fd\n\té🎉\u202e\uffff')).toBe(
      'a\\x00b\\ud800c\\u009fd\n\té🎉\\u202e\ufffd',
    );
  });
});
