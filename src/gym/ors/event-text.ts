import type { Json } from '../../core/index.js';
import { wellFormed } from '../../core/internal.js';
import type { ServerEvent } from '../serving/http-answer.js';

/** One piece: a client reads lines of 128 KB at most. */
const PIECE = /.{1,4096}/gs;

/**
 * A JSON value as the events that a client joins: `chunk` and at last `end`. The text is ASCII, and no piece begins with a
 * space, since clients take white space at the start of a line away.
 */
export function* resultEvents(value: Json): Iterable<ServerEvent> {
  const text = JSON.stringify(wellFormed(value)).replaceAll(/[\u007f-\uffff]/g, escaped);
  const pieces = text.match(PIECE) ?? [];
  for (const [index, piece] of pieces.entries()) {
    yield { event: index === pieces.length - 1 ? 'end' : 'chunk', data: withoutSpace(piece) };
  }
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A space in compact JSON stands in a string. */
function withoutSpace(piece: string): string {
  return piece.startsWith(' ') ? `\\u0020${piece.slice(1)}` : piece;
}
