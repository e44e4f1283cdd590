import { isJsonObject, type Json } from '../../core/index.js';
import { counted, startOf } from '../../core/internal.js';

/** Counts what a record has no place for, and says it in a line each. */
export class Losses {
  readonly #counts = new Map<string, number>();

  add(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  /** A line each, with how often where that is more than once. */
  get lines(): readonly string[] {
    return Array.from(this.#counts, ([what, times]) =>
      times === 1 ? what : `${what} (${counted(times, 'time')})`,
    );
  }
}

/** The names of kinds of parts that hold text, in the formats that are read. */
const TEXT = new Set(['text', 'input_text', 'output_text', 'refusal', 'summary_text', 'reasoning_text']);

/**
 * The text of a message's content, which is text or a list of parts. What is no text (images, sound, files) is a loss.
 */
export function contentText(content: Json | undefined, losses: Losses): string {
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content))
    return isJsonObject(content) ? partText(content, losses) : JSON.stringify(content);
  return (content as readonly Json[])
    .map((part) => (typeof part === 'string' ? part : partText(part, losses)))
    .filter((text) => text !== '')
    .join('\n');
}

function partText(part: Json, losses: Losses): string {
  if (!isJsonObject(part)) return JSON.stringify(part);
  const { type, text, refusal, content } = part;
  if (type === undefined || TEXT.has(String(type))) {
    for (const each of [text, refusal, content]) if (typeof each === 'string') return each;
  }
  losses.add(lostPart(type));
  return '';
}

/** How a part that is no text is named among the losses. */
export function lostPart(type: Json | undefined): string {
  const kind = typeof type === 'string' ? type : 'unnamed';
  if (/image/.test(kind)) return 'an image';
  if (/audio/.test(kind)) return 'sound';
  if (/video/.test(kind)) return 'a video';
  if (/file|document|pdf/.test(kind)) return 'a file';
  return `a part of the kind ${JSON.stringify(startOf(kind, 60))}`;
}
