import { describe, expect, it } from 'vitest';
import { escapeHtml, html } from './markup.js';

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
