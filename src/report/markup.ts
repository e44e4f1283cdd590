import { visibleText } from '../core/internal.js';

/** Text that is HTML or SVG already: made by {@link html} alone. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template: HTML as it is, everything else as text. */
export type HtmlContent = Html | string | number | null | false | readonly HtmlContent[];

/**
 * A template for HTML and SVG. Whatever is put into it is escaped, in text and in quoted attributes, unless it came out of
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

const MARKS = /[&<>"'`]/;
/** The ampersand first: references hold one. */
const REFERENCES = Array.from('&<>"\'`', (mark) => [mark, `&#${mark.charCodeAt(0)};`] as const);

/** Text as HTML shows it. Controls and marks of direction stand there as escapes; HTML forbids two characters more. */
export function escapeHtml(text: string): string {
  let escaped = visibleText(text).replace(/[\ufffe\uffff]/g, '\ufffd');
  if (!MARKS.test(escaped)) return escaped;
  // A function for each mark would take ten times as long where a text is all marks.
  for (const [mark, reference] of REFERENCES) escaped = escaped.replaceAll(mark, reference);
  return escaped;
}
