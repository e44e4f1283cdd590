import { visibleText } from '../../../core/index.js';

/** Text that is HTML already: made by {@link html} alone. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template: HTML as it is, everything else as text. */
export type HtmlContent = Html | string | number | null | false | readonly HtmlContent[];

/**
 * A template for HTML. Whatever is put into it is escaped, in text and in quoted attributes, unless it came out of
 * such a template itself; lists are joined; null and false are nothing.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlContent[]): Html {
  const parts = strings.map((string, index) => string + (index < values.length ? render(values[index]) : ''));
  return new Html(parts.join(''));
}

function render(content: HtmlContent | undefined): string {
  if (content === undefined || content === null || content === false) return '';
  if (content instanceof Html) return content.text;
  if (typeof content === 'object') return content.map(render).join('');
  return escapeHtml(String(content));
}

/** Text as HTML shows it. Controls and marks of direction stand there as escapes; HTML forbids two characters more. */
export function escapeHtml(text: string): string {
  return visibleText(text)
    .replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/[\ufffe\uffff]/g, '\ufffd');
}

/** A share as a person reads it: `87 %`, with a space that does not break. */
export function percent(rate: number, digits = 0): string {
  return `${(rate * 100).toFixed(digits)}\u00a0%`;
}

/** Seconds as a person reads them. */
export function duration(seconds: number): string {
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}

/** `3 runs`, `1 run`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** `p = 0.012`, `p = 3.1e-5`. */
export function pValue(value: number): string {
  return value >= 0.001 ? `p = ${value.toFixed(3)}` : `p = ${value.toExponential(1)}`;
}
