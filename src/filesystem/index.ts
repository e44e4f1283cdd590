export type { FileStat, FileTree } from './file-tree.js';
