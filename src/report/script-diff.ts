import { diffLines } from 'diff';
import { type Html, html } from './html.js';

/** Two scripts as one, with the lines that went and the lines that came. */
export function scriptDiff(before: string, after: string): Html {
  const lines = diffLines(before, after).flatMap(({ added, removed, value }) => {
    const [kind, sign] = added ? ['plus', '+'] : removed ? ['minus', '−'] : ['same', ' '];
    return value
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => html`<span class="${kind}">${sign} ${line}</span>`);
  });
  return html`<pre class="diff">${lines}</pre>`;
}
