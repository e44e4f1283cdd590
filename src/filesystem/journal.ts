/** One change, as it was made. Paths have no slash in front. */
export type JournalEntry =
  | {
      readonly operation: 'write';
      readonly path: string;
      /** `create` where no file was, also after a removal; else `modify`. */
      readonly kind: 'create' | 'modify';
      /** Bytes of the whole file after the write. */
      readonly size: number;
    }
  | { readonly operation: 'delete'; readonly path: string }
  | { readonly operation: 'mkdir'; readonly path: string }
  | { readonly operation: 'rmdir'; readonly path: string }
  | {
      readonly operation: 'rename';
      readonly path: string;
      /** Where the file or directory was before. */
      readonly source: string;
      /** Bytes of the file; 0 for a directory. */
      readonly size: number;
    }
  | { readonly operation: 'chmod'; readonly path: string; readonly mode: number };

/** The journal of a tree: its newest entry, and the journal before that. Immutable, so that keeping it costs nothing. */
export interface JournalLink {
  readonly entry: JournalEntry;
  readonly earlier: JournalLink | undefined;
  /** Entries in all. */
  readonly length: number;
}

/** A journal with one more entry. */
export function withEntry(journal: JournalLink | undefined, entry: JournalEntry): JournalLink {
  return { entry, earlier: journal, length: (journal?.length ?? 0) + 1 };
}

/** Copies of the entries, oldest first: all, or those after an earlier link of the same journal. */
export function journalEntries(
  journal: JournalLink | undefined,
  after?: JournalLink | undefined,
): readonly JournalEntry[] {
  const entries: JournalEntry[] = [];
  for (let link = journal; link !== undefined && link !== after; link = link.earlier)
    entries.push({ ...link.entry });
  return entries.reverse();
}
