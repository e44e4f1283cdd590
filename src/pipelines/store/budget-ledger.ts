import { randomUUID } from 'node:crypto';
import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isJsonObject, type Json, type JsonObject, MettleError } from '../../core/index.js';
import { isRunning, lockFolder, type ProcessIdentity, processIdentity } from '../../filesystem/internal.js';
import type { BudgetLedger, LedgerState } from '../../models/internal.js';

/** The account of model calls, in the folder that all writers of a run share. */
const FILE = 'spent.jsonl';
const LOCK = 'spent.lock';

/** How long is waited until the lock, or the account, is looked at again. */
const LOCK_MILLISECONDS = 2;
const LATER_MILLISECONDS = 25;

/** A call under way: what it may use, and the process that makes it. */
interface Held {
  readonly tokens: number;
  readonly cost: number;
  readonly by: ProcessIdentity;
}

/**
 * The account of a run that any number of processes share, as lines that are only appended: `hold` before a call, `settle` or `cancel` after it. Calls are
 * held one at a time, under a lock, so that all of them together never use more than the budget. What a process had in hand when it was killed
 * counts as used: a provider may charge for it.
 */
export class RunLedger implements BudgetLedger {
  readonly startedAt: number;
  /** The time of day at which the seconds began. */
  readonly #day: number;
  readonly #folder: string;
  readonly #own: ProcessIdentity = processIdentity(process.pid);
  readonly #held = new Map<string, Held>();
  /** Processes that began, with the time: those of now decide when the seconds began. */
  #begun: { readonly at: number; readonly by: ProcessIdentity }[] = [];
  #used = { calls: 0, tokens: 0, cost: 0 };
  #end = 0;
  #rest = '';

  /** @param now - the time of day, which all processes share, and that of the budget's clock, in milliseconds. */
  constructor(folder: string, now: { readonly day: number; readonly clock: number }) {
    this.#folder = folder;
    this.#read();
    const atWork = this.#begun.filter(({ by }) => isRunning(by)).map(({ at }) => at);
    this.#day = Math.min(now.day, ...atWork);
    this.startedAt = now.clock - (now.day - this.#day);
  }

  /** Says that this process is at work, so that the seconds of those that join it began when its own did. */
  begin(): void {
    this.#append({ what: 'begin', at: this.#day, by: { ...this.#own } });
  }

  read(): LedgerState {
    this.#read();
    const state = { ...this.#used, heldTokens: 0, heldCost: 0 };
    for (const { tokens, cost, by } of this.#held.values()) {
      state.calls += 1;
      if (isRunning(by)) {
        state.heldTokens += tokens;
        state.heldCost += cost;
      } else {
        state.tokens += tokens;
        state.cost += cost;
      }
    }
    return state;
  }

  async alone<T>(step: () => T, signal?: AbortSignal): Promise<T> {
    for (;;) {
      signal?.throwIfAborted();
      const lock = this.#lock();
      if (lock === null) {
        await wait(LOCK_MILLISECONDS);
        continue;
      }
      try {
        return step();
      } finally {
        lock.release();
      }
    }
  }

  hold({ tokens, cost }: { readonly tokens: number; readonly cost: number }): string {
    const name = randomUUID();
    this.#append({ what: 'hold', name, tokens, cost, by: { ...this.#own } });
    return name;
  }

  settle(name: string, used: { readonly tokens: number; readonly cost: number } | null): void {
    this.#append(used === null ? { what: 'cancel', name } : { what: 'settle', name, ...used });
  }

  async later(signal?: AbortSignal): Promise<void> {
    await wait(LATER_MILLISECONDS, undefined, signal === undefined ? {} : { signal });
  }

  #lock(): { release(): void } | null {
    try {
      return lockFolder(join(this.#folder, LOCK), this.#folder, 'call');
    } catch (error) {
      if (MettleError.isInstance(error) && error.code === 'filesystem/folder_locked') return null;
      throw error;
    }
  }

  /** The line break comes first: what a kill left of a line spoils none after it. */
  #append(line: JsonObject): void {
    mkdirSync(this.#folder, { recursive: true });
    appendFileSync(join(this.#folder, FILE), `\n${JSON.stringify(line)}\n`);
  }

  /** Reads on where the last reading ended. */
  #read(): void {
    let file: number;
    try {
      file = openSync(join(this.#folder, FILE), 'r');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Who makes the folder says so where a file is in the way.
      if (code === 'ENOENT' || code === 'ENOTDIR') return;
      throw error;
    }
    try {
      const bytes = Buffer.alloc(Math.max(0, fstatSync(file).size - this.#end));
      const read = readSync(file, bytes, 0, bytes.length, this.#end);
      this.#end += read;
      // All lines are ASCII, so none is cut inside a character.
      const lines = (this.#rest + bytes.toString('latin1', 0, read)).split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) this.#take(parse(line));
    } finally {
      closeSync(file);
    }
  }

  #take(line: Json): void {
    if (!isJsonObject(line)) return;
    const { what, by, at } = line;
    const [name, tokens, cost] = [String(line.name), amountOf(line.tokens), amountOf(line.cost)];
    if (what === 'begin' && typeof at === 'number' && isIdentity(by)) this.#begun.push({ at, by });
    if (what === 'hold' && isIdentity(by)) this.#held.set(name, { tokens, cost, by });
    if (what === 'cancel') this.#held.delete(name);
    if (what !== 'settle' || !this.#held.delete(name)) return;
    const { calls, ...used } = this.#used;
    this.#used = { calls: calls + 1, tokens: used.tokens + tokens, cost: used.cost + cost };
  }
}

/** A line that was torn off counts for nothing. */
function parse(line: string): Json {
  try {
    return JSON.parse(line) as Json;
  } catch {
    return null;
  }
}

function amountOf(amount: Json | undefined): number {
  return typeof amount === 'number' && amount > 0 ? amount : 0;
}

function isIdentity(by: Json | undefined): by is Json & ProcessIdentity {
  return isJsonObject(by) && Number.isSafeInteger(by.pid);
}
