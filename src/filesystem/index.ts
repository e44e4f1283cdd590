export { type CreateFileTreeOptions, createFileTree, type FileStat, FileTree } from './file-tree.js';
export { DEFAULT_IGNORE_RULES } from './ignore-rules.js';
export type { JournalEntry } from './journal.js';
export type { FileTreeLimits } from './limits.js';
export type { ParentsOption } from './tree-editor.js';
export { writeFileAtomically } from './write-file-atomically.js';
