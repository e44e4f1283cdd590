import { visibleText } from '../../core/internal.js';
import { failedObservation, type Observation } from '../../records/index.js';
import type { PageQuestions, PageText } from './page-questions.js';

/** Characters of a page that an action shows. */
const GLANCE = 600;
/** Characters that one reading gives. */
const READING = 10_000;
/** Characters on each side of a place that was found. */
const AROUND = 80;
const MOST_PLACES = 10;

/** What an action knows beside the page. */
export interface ActionFacts {
  readonly http_status?: number | null;
  /** Whether the page had finished loading. */
  readonly settled: boolean;
  readonly notes: readonly string[];
}

/** The page after an action: where it is and how it begins. */
export function pageObservation(url: string, page: PageText, facts: ActionFacts): Observation {
  const text = partOf(page.text, 0, GLANCE);
  const more = page.text.length > GLANCE ? `\n… (${page.text.length - GLANCE} more characters)` : '';
  return shown([heading(url, page), ...facts.notes.map((note) => `(${note})`), text].join('\n') + more, {
    url,
    title: page.title,
    text,
    characters: page.text.length,
    ...facts,
    notes: [...facts.notes],
  });
}

/** A part of the page's text. */
export function readObservation(url: string, page: PageText, from: number): Observation {
  const { length } = page.text;
  if (from > length) {
    return failedObservation('out_of_range', `the page has ${length} characters; from is ${from}`);
  }
  const text = partOf(page.text, from, from + READING);
  const end = from + text.length;
  const rest = end < length ? `\n… (${length - end} more characters; go on with from: ${end})` : '';
  const cut = end >= length && page.truncated ? '\n… (the page is longer than what can be read)' : '';
  return shown([heading(url, page), text].join('\n') + rest + cut, {
    url,
    title: page.title,
    text,
    from,
    characters: length,
    truncated: page.truncated,
  });
}

/** The links of the page. */
export function linksObservation({ links, total }: PageQuestions['links']['answers']): Observation {
  const lines = links.map(({ text, href }) => `${text === '' ? '(no text)' : text} → ${href}`);
  return shown(lines.length === 0 ? 'There are no links.' : lines.join('\n'), {
    links: links.map((link) => ({ ...link })),
    total,
  });
}

/** Where a text stands on the page. */
export function findObservation({ text }: PageText, wanted: string): Observation {
  const places: string[] = [];
  const lower = text.toLowerCase();
  const needle = wanted.toLowerCase();
  let count = 0;
  for (let at = lower.indexOf(needle); at >= 0; at = lower.indexOf(needle, at + needle.length)) {
    count += 1;
    if (places.length < MOST_PLACES) {
      places.push(partOf(text, Math.max(0, at - AROUND), at + needle.length + AROUND));
    }
  }
  if (count === 0) return shown('It is not on the page.', { count, places });
  const cut = count > places.length ? `\n… (${count - places.length} more)` : '';
  return shown(places.map((place) => `… ${place.replace(/\s+/g, ' ')} …`).join('\n') + cut, {
    count,
    places,
  });
}

function heading(url: string, { title }: PageText): string {
  return `[${title}] ${url}`;
}

/** What pages say can hold characters that lead a terminal or a reader's eye; the data has it as it is. */
function shown(content: string, data: Observation['data']): Observation {
  return { status: 'ok', content: visibleText(content), data, error: null };
}

/** A part of a text, without half of a character at either end. */
export function partOf(text: string, from: number, to: number): string {
  return text.slice(from, to).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}
