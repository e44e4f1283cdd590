import type { Json } from 'mettle/core';

/** Text that is HTML already: made by {@link html} alone. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template: HTML as it is, everything else as text. */
type HtmlContent = Html | string | number | null | false | undefined | readonly HtmlContent[];

/** A template for HTML and SVG. It escapes whatever didn't come out of such a template itself. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlContent[]): Html {
  return new Html(strings.map((string, index) => string + render(values[index])).join(''));
}

function render(content: HtmlContent): string {
  if (content === undefined || content === null || content === false) return '';
  if (content instanceof Html) return content.text;
  if (typeof content === 'object') return content.map(render).join('');
  return escapeHtml(String(content));
}

/** Escapes what HTML would read, and shows controls and marks of direction as escapes. */
function escapeHtml(text: string): string {
  return text
    .replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Cs}\p{Noncharacter_Code_Point}]/gu, codeEscape)
    .replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function codeEscape(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

/** A value as a reader wants it: text as it is, everything else as JSON. */
export function show(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `1 task`, `1,200 tasks`. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

/** A share as a person reads it: `87 %`, with a space that does not break. */
export function percent(rate: number): string {
  return `${(rate * 100).toFixed(0)}\u00a0%`;
}

/** Seconds as a person reads them. */
export function duration(seconds: number): string {
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}

/** `p = 0.012`, `p = 3.1e-5`. */
export function pValue(value: number): string {
  return value >= 0.001 ? `p = ${value.toFixed(3)}` : `p = ${value.toExponential(1)}`;
}
