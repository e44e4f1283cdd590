import { atOnce, inTurns } from '../core/internal.js';
import { type EditOptions, editBytes } from './edit-bytes.js';
import type { FileEntry, FileStat } from './file-stat.js';
import { globMatches, globSteps } from './glob.js';
import { type FileTreeLimits, resolveLimits } from './limits.js';
import { type SearchOptions, type SearchResult, searchTree } from './search.js';
import { decodeText } from './text-lines.js';
import type { ParentsOption, TreeEditor } from './tree-editor.js';
import { pathKey, pathNames } from './tree-path.js';
import type { Location } from './tree-view.js';

/**
 * The files of a tree as they are now: read, written and found. Paths are POSIX; absolute and relative ones mean the same;
 * `..` never climbs above the root. Every operation is all or nothing. `search` yields to the event loop; the rest is
 * synchronous.
 */
export class TreeFiles {
  readonly #editor: TreeEditor;

  /** @internal Part of `FileTree`. */
  constructor(editor: TreeEditor) {
    this.#editor = editor;
  }

  /** A file's bytes; a copy. */
  readBytes(path: string): Uint8Array {
    return this.#editor.view.read(pathNames(path)).slice();
  }

  /**
   * A file's text.
   *
   * @throws {MettleError} `filesystem/not_text` when the bytes are not UTF-8, unless `invalid` is `replace`, which
   *   puts U+FFFD in place of what is not.
   */
  readText(path: string, options: { readonly invalid?: 'throw' | 'replace' } = {}): string {
    const names = pathNames(path);
    return decodeText(pathKey(names), this.#editor.view.read(names), options.invalid ?? 'throw');
  }

  /** Writes a whole file. Writing what it holds already changes nothing. */
  writeBytes(path: string, data: Uint8Array, options: ParentsOption = {}): void {
    this.#editor.write(pathNames(path), Uint8Array.from(data), options);
  }

  /** Writes a whole file as UTF-8. */
  writeText(path: string, text: string, options: ParentsOption = {}): void {
    this.#editor.write(pathNames(path), new TextEncoder().encode(text), options);
  }

  /** Adds bytes at the end of a file, which is made when it is missing. */
  appendBytes(path: string, data: Uint8Array, options: ParentsOption = {}): void {
    const names = pathNames(path);
    const old =
      this.#editor.view.kindOf(names) === undefined ? new Uint8Array() : this.#editor.view.read(names);
    const bytes = new Uint8Array(old.byteLength + data.byteLength);
    bytes.set(old);
    bytes.set(data, old.byteLength);
    this.#editor.write(names, bytes, options);
  }

  /**
   * Replaces a text within a file and leaves every other byte alone. The text must occur exactly once, unless `all`.
   * Returns the number of replacements.
   *
   * @throws {MettleError} `filesystem/empty_search`, `filesystem/text_not_found`, `filesystem/text_not_unique`,
   *   `filesystem/too_many_replacements`, and limits.
   */
  edit(path: string, find: string, replace: string, options: EditOptions = {}): number {
    const names = pathNames(path);
    const { maxBytesPerFile: maxBytes } = this.#editor.limits;
    const edited = editBytes(pathKey(names), this.#editor.view.read(names), find, replace, {
      ...options,
      maxBytes,
    });
    this.#editor.write(names, edited.bytes);
    return edited.replacements;
  }

  /** What is at a path. */
  stat(path: string): FileStat {
    const names = pathNames(path);
    const { view } = this.#editor;
    return this.#statOf(view.locate(names), names);
  }

  #statOf(found: Location, names: readonly string[]): FileStat {
    const { view } = this.#editor;
    if (found.kind === 'directory') return { kind: 'directory', size: 0, mode: view.modeOf(found) };
    if (found.kind === 'host_file') return { kind: 'file', size: found.entry.size, mode: found.entry.mode };
    return { kind: 'file', size: view.bytesOf(found, names).byteLength, mode: view.modeOf(found) };
  }

  /**
   * What is at a path itself, without following a link there; null for nothing, and for a link that leads to nothing
   * in the tree.
   */
  entry(path: string): FileEntry | null {
    const names = pathNames(path);
    const { view } = this.#editor;
    if (view.reach(names) === undefined) return null;
    return this.#entryOf(view.locate(names, { followLast: false }));
  }

  /**
   * What is in a directory itself, sorted by name: links are not followed, and those that lead to nothing in the tree are left
   * out. Empty where there is no directory, or only a link to one.
   */
  entries(path: string): readonly (readonly [name: string, entry: FileEntry])[] {
    const { view } = this.#editor;
    const names = pathNames(path);
    if (view.kindOf(names) !== 'directory') return [];
    const found = view.locate(names, { followLast: false });
    if (found.kind !== 'directory') return [];
    return view.entriesIn(found).flatMap(([name, inside]) => {
      const entry = this.#entryOf(inside);
      return entry === null ? [] : [[name, entry] as const];
    });
  }

  #entryOf(found: Location): FileEntry | null {
    if (found.kind === 'missing') return null;
    if (found.kind !== 'host_link') return this.#statOf(found, found.names);
    const end = this.#editor.view.reach(found.names);
    return end === undefined ? null : { kind: 'link', target: pathKey(end.names) };
  }

  /** Whether a file or a directory can be reached at a path. */
  exists(path: string): boolean {
    return this.#editor.view.kindOf(pathNames(path)) !== undefined;
  }

  /** The sorted names in a directory. */
  list(path: string): readonly string[] {
    return this.#editor.view.list(pathNames(path));
  }

  /** Makes a directory. `parents` (default false) makes the missing ones above it; `existOk` accepts one that is there. */
  makeDirectory(
    path: string,
    options: { readonly parents?: boolean; readonly existOk?: boolean } = {},
  ): void {
    this.#editor.makeDirectory(pathNames(path), options);
  }

  /** Removes a file; of a link in the base, the link itself. */
  removeFile(path: string): void {
    this.#editor.removeFile(pathNames(path));
  }

  /** Removes an empty directory, or with `recursive` one with all that it holds. */
  removeDirectory(path: string, options: { readonly recursive?: boolean } = {}): void {
    this.#editor.removeDirectory(pathNames(path), options);
  }

  /** Moves a file or a directory. A file, or an empty directory, at `to` is replaced by its like. */
  rename(from: string, to: string, options: ParentsOption = {}): void {
    this.#editor.rename(pathNames(from), pathNames(to), options);
  }

  /** Sets permission bits (0 to 0o7777). */
  setMode(path: string, mode: number): void {
    this.#editor.setMode(pathNames(path), mode);
  }

  /** What the tree may hold and read. */
  get limits(): FileTreeLimits {
    return this.#editor.limits;
  }

  /** Sets limits for what comes; what is there stays. */
  setLimits(limits: Partial<FileTreeLimits>): void {
    this.#editor.limits = resolveLimits(limits, this.#editor.limits);
  }

  /**
   * The sorted paths of files and directories that match a pattern: absolute, or with `root` relative to that
   * directory. `*` and `?` stay within a name, `**` crosses, `[a-z]`, `[!x]`.
   */
  glob(pattern: string, options: { readonly root?: string } = {}): readonly string[] {
    const root = pathNames(options.root ?? '');
    const matches = globMatches(this.#editor.view, root, pattern);
    const prefix = root.length === 0 ? 0 : pathKey(root).length + 1;
    return matches.map(({ key }) => (options.root === undefined ? `/${key}` : key.slice(prefix)));
  }

  /** {@link TreeFiles.glob} at any depth. */
  rglob(pattern: string, options: { readonly root?: string } = {}): readonly string[] {
    return this.glob(`**/${pattern}`, options);
  }

  /** The sorted paths of files, without a slash in front; with a pattern, of those that match it. */
  files(pattern = '**'): readonly string[] {
    const matches = atOnce(globSteps(this.#editor.view, [], pattern, { filesOnly: true }));
    return matches.map(({ key }) => key);
  }

  /**
   * The lines of text files that match a regular expression (RE2 syntax), page by page.
   *
   * @throws {MettleError} `filesystem/invalid_expression`, `filesystem/invalid_page`, and `filesystem/search_too_long`
   *   for more text than so large an expression can be sought in.
   */
  async search(expression: string, options: SearchOptions = {}): Promise<SearchResult> {
    return inTurns(searchTree(this.#editor.view, expression, options));
  }
}
