import type { Json } from '../../core/index.js';
import type { FileFacts } from '../files/file-facts.js';
import type { WorldState } from '../world-state.js';

/** What programs leave for themselves, different from run to run: no part of the state. */
const LEFT_BEHIND =
  /(?:^|\/)(?:\.git|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.hypothesis|node_modules|\.cache)(?:\/|$)|\.pyc$|(?:^|\/)\.coverage$/;

/** Whether a path holds something that programs leave for themselves. */
function isLeftBehind(path: string): boolean {
  return LEFT_BEHIND.test(path);
}

/** The facts of the files below the folder of a session, as `files/PATH` from there. */
export class CodingFacts {
  readonly #facts: FileFacts;
  readonly #prefix: string;
  #seen: WorldState | undefined;
  #own: WorldState = new Map();

  constructor(facts: FileFacts, root: string) {
    this.#facts = facts;
    this.#prefix = `files${root}/`;
  }

  /** The same map where nothing changed. */
  now(): WorldState {
    const all = this.#facts.now();
    if (all === this.#seen) return this.#own;
    const own = new Map<string, Json>();
    for (const [name, value] of all) {
      if (!name.startsWith(this.#prefix)) continue;
      const path = name.slice(this.#prefix.length);
      if (path !== '' && !isLeftBehind(path)) own.set(`files/${path}`, value);
    }
    this.#seen = all;
    this.#own = own;
    return own;
  }
}
