export type { CommitOptions, CommitResult } from './commit/commit.js';
export type { HostSide } from './commit/host-side.js';
export { type RecoveredCommits, recoverCommit } from './commit/recover-commit.js';
export type { CommitReview, ReviewEntry } from './commit/review.js';
export {
  type CreateFileTreeOptions,
  createFileTree,
  type FileTreeBaseOptions,
  restoreFileTree,
} from './create-file-tree.js';
export type { FileTreeChanges, FileTreeDiff, TreeChange, WrittenFile } from './diff.js';
export type { EditOptions } from './edit-bytes.js';
export type { EntryLimits } from './entries-below.js';
export type { FileEntry, FileStat } from './file-stat.js';
export { FileTree } from './file-tree.js';
export type { FolderLock } from './folder-lock.js';
export type { JournalEntry } from './journal.js';
export type { FileTreeLimits } from './limits.js';
export type { MergeOptions } from './merge.js';
export type { ConflictReason, MergeConflict, MergeResult } from './merge-outcome.js';
export type { ConflictHunk } from './merge-text.js';
export type { ApplyPatchResult } from './patch/apply-patch.js';
export type { SearchMatch, SearchOptions, SearchResult, SearchSkips } from './search.js';
export type { FileTreeDelta, FileTreeSnapshot, SnapshotEntry, SnapshotOptions } from './snapshot.js';
export type { ParentsOption } from './tree-editor.js';
export { writeFileAtomically } from './write-file-atomically.js';
