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
