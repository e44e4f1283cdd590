/** A stretch of the source, offsets in UTF-16 code units, the end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What stands in the place of a span: fixed text and stretches of the source, which carry their own edits along. */
export interface Edit extends Span {
  readonly parts: readonly (string | Span)[];
}

/** What {@link applyEdits} did. */
export interface EditedSource {
  readonly code: string;
  /** Edits left out because they would have moved the lines after them. */
  readonly refused: ReadonlySet<Edit>;
}

/**
 * Applies edits to a source. They are disjoint or one within the other; of two for the same span the first is the
 * outer one. None is empty. An edit that would change the number of lines is left out.
 */
export function applyEdits(code: string, edits: readonly Edit[]): EditedSource {
  const sorted = edits
    .map((edit, order) => ({ edit, order }))
    .sort((a, b) => a.edit.start - b.edit.start || b.edit.end - a.edit.end || a.order - b.order)
    .map(({ edit }) => edit);
  const refused = new Set<Edit>();

  const render = (span: Span, from: number): string => {
    let text = '';
    let at = span.start;
    for (let index = from; index < sorted.length; index++) {
      const edit = sorted[index];
      if (edit === undefined || edit.start >= span.end) break;
      if (edit.start < at || edit.end > span.end) continue;
      text += code.slice(at, edit.start) + renderEdit(edit, index);
      at = edit.end;
    }
    return text + code.slice(at, span.end);
  };

  const firstWithin = (span: Span, after: number): number => {
    let index = after;
    while (index < sorted.length && (sorted[index]?.start ?? 0) < span.start) index++;
    return index;
  };

  const renderEdit = (edit: Edit, index: number): string => {
    const rendered = edit.parts
      .map((part) => (typeof part === 'string' ? part : render(part, firstWithin(part, index + 1))))
      .join('');
    if (lineEnds(rendered) === lineEnds(code.slice(edit.start, edit.end))) return rendered;
    refused.add(edit);
    return render(edit, index + 1);
  };

  return { code: render({ start: 0, end: code.length }, 0), refused };
}

function lineEnds(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
