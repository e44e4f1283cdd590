import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createFileTree } from '../create-file-tree.js';
import type { FileTree } from '../file-tree.js';

/** A temporary host folder with these files. */
export function makeFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-commit-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Everything in a folder: kind, mode and content by path, sorted. */
export function readFolder(folder: string, at = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(folder, at)).sort()) {
    const path = at === '' ? name : `${at}/${name}`;
    const stats = lstatSync(join(folder, path));
    const mode = (stats.mode & 0o777).toString(8);
    if (stats.isSymbolicLink()) found[path] = `link ${readlinkSync(join(folder, path))}`;
    else if (stats.isDirectory())
      Object.assign(found, { [path]: `directory ${mode}` }, readFolder(folder, path));
    else found[path] = `file ${mode} ${readFileSync(join(folder, path), 'latin1')}`;
  }
  return found;
}

/** Removes a folder. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** What lies in the folder of most tests. */
export const exampleFiles: Readonly<Record<string, string>> = {
  'a.txt': 'one',
  'docs/b.txt': 'two',
  'docs/c.txt': 'three',
  'old/x': 'x',
  '.env': 'secret',
};

/** A tree over a folder of {@link exampleFiles} with a change of every kind. */
export function changeTree(folder: string): FileTree {
  const tree = createFileTree({ base: folder });
  tree.writeText('a.txt', 'ONE');
  tree.removeFile('docs/b.txt');
  tree.writeText('new/deep/file', 'new');
  tree.removeDirectory('old', { recursive: true });
  tree.makeDirectory('empty');
  tree.setMode('docs/c.txt', 0o755);
  return tree;
}
