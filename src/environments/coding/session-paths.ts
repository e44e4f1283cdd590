import { posix } from 'node:path';

/** Where a session was recorded, and where its files lie in a tree. */
export class SessionPaths {
  /** The folder of the session, absolute, as its records name it. */
  readonly root: string;
  /** The home folder in which the folder of the session lies, else one that nobody has. */
  readonly home: string;
  /** The folders whose names inside are those of the records behind the place of the tree; the longest first. */
  readonly #mapped: readonly string[];

  constructor(root: string) {
    this.root = posix.normalize(root).replace(/(?<=.)\/$/, '');
    const [home = '/home/user'] = /^\/(?:home|Users)\/[^/]+|^\/root(?=\/|$)/.exec(this.root) ?? [];
    this.home = home;
    const above: string[] = [];
    for (let folder = posix.dirname(this.root); folder !== '/'; folder = posix.dirname(folder))
      above.push(folder);
    this.#mapped = [...new Set([this.root, this.home, '/private/tmp', '/tmp', ...above])].sort(
      (left, right) => right.length - left.length,
    );
  }

  /** The key in the tree of a path that a tool was given; null where it lies outside of the session's folder and of `/tmp`. */
  keyOf(path: string, cwd: string = this.root): string | null {
    const absolute = posix.resolve('/', cwd, path.replace(/^~(?=\/|$)/, this.home));
    const isInside = [this.root, '/tmp'].some(
      (folder) => absolute === folder || absolute.startsWith(`${folder}/`),
    );
    return isInside && !path.includes('\0') ? absolute.slice(1) : null;
  }

  /** A path as the records name it. */
  shown(key: string): string {
    return `/${key}`;
  }

  /** A shell line for a tree that lies at `place`: what it names of the mapped folders, it names there. */
  inside(text: string, place: string): string {
    return this.#mapped
      .reduce(
        (parts: readonly (string | { readonly path: string })[], folder) =>
          parts.flatMap((part) => (typeof part === 'string' ? splitAt(part, folder, false) : [part])),
        [text],
      )
      .map((part) => (typeof part === 'string' ? part : `${place}${part.path}`))
      .join('');
  }

  /** What was printed inside, as it would have been where the session was recorded. */
  outside(text: string, place: string): string {
    let shown = text;
    for (const folder of this.#mapped) {
      shown = splitAt(shown, `${place}${folder}`, true)
        .map((part) => (typeof part === 'string' ? part : folder))
        .join('');
    }
    return shown;
  }
}

/** A text in parts: where a path, or one below it, is named, and what is between. */
function splitAt(
  text: string,
  path: string,
  isAnywhere: boolean,
): readonly (string | { readonly path: string })[] {
  const parts: (string | { readonly path: string })[] = [];
  let from = 0;
  for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, at + 1)) {
    const before = at === 0 ? '' : (text[at - 1] ?? '');
    const after = text[at + path.length] ?? '';
    if ((!isAnywhere && /[\w./~-]/.test(before)) || /[\w-]/.test(after) || at < from) continue;
    parts.push(text.slice(from, at), { path });
    from = at + path.length;
  }
  parts.push(text.slice(from));
  return parts;
}
