import { contentHash, type JsonObject } from '../../../core/index.js';
import type { Environment } from '../../../environments/index.js';

/** Environments that no record uses now and that are kept open for the next one. */
const MOST_IDLE = 16;

interface OpenedEnvironment {
  readonly opening: Promise<Environment | null>;
  users: number;
}

/** The environments that records describe themselves. Each stays open while records use it, and a few for the next records. */
export class DescribedWorlds implements AsyncDisposable {
  // By what they are described as: what one record says of its world is nothing to another.
  readonly #opened = new Map<string, OpenedEnvironment>();
  readonly #open: (config: JsonObject) => Promise<Environment | null>;

  constructor(open: (config: JsonObject) => Promise<Environment | null>) {
    this.#open = open;
  }

  /** Opens the environment of a description, if it isn't open, and keeps it open until `release` is called. */
  async take(config: JsonObject): Promise<{ environment: Environment | null; release: () => Promise<void> }> {
    const key = contentHash(config);
    const entry = this.#opened.get(key) ?? { opening: this.#open(config), users: 0 };
    // The one used last comes last, so that the first are closed first.
    this.#opened.delete(key);
    this.#opened.set(key, entry);
    entry.users += 1;
    const release = async (): Promise<void> => {
      entry.users -= 1;
      await this.#closeIdle(MOST_IDLE);
    };
    try {
      return { environment: await entry.opening, release };
    } catch (error) {
      await release();
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closeIdle(0);
  }

  async #closeIdle(kept: number): Promise<void> {
    const idle = [...this.#opened].filter(([, { users }]) => users === 0);
    for (const [key, { opening }] of idle.slice(0, Math.max(0, idle.length - kept))) {
      this.#opened.delete(key);
      const environment = await opening.catch(() => null);
      await environment?.close();
    }
  }
}
