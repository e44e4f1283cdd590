import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { TaskModule } from '../engine/task-module.js';
import { type SuiteEvent, suiteFiles } from './suite-tasks.js';

/** Sees what the tasks of the suite do, in whichever process they run. */
export class SuiteBench implements Disposable {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'mettle-engine-suite-'));

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Where a process of its own finds the tasks. */
  get module(): TaskModule {
    return { url: moduleUrl().href, options: { folder: this.folder } };
  }

  /** How often a task has begun. */
  get ran(): number {
    return this.#events().filter(({ what }) => what === 'begin').length;
  }

  /** How many run now. One whose process died runs on, by this count. */
  get running(): number {
    return this.#runningAfterEach().at(-1) ?? 0;
  }

  /** How many ran at once. */
  get most(): number {
    return Math.max(0, ...this.#runningAfterEach());
  }

  /** Lets go of the tasks that hold. */
  release(): void {
    writeFileSync(join(this.folder, suiteFiles.release), '');
  }

  /** Waits until something holds. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await wait(2);
  }

  #runningAfterEach(): readonly number[] {
    let running = 0;
    return this.#events().map(({ what }) => {
      running += what === 'begin' ? 1 : -1;
      return running;
    });
  }

  #events(): readonly SuiteEvent[] {
    const path = join(this.folder, suiteFiles.log);
    const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
    // The last line may be half there.
    return lines.slice(0, -1).map((line) => JSON.parse(line) as SuiteEvent);
  }
}

/** Processes run compiled code, also where this module is run from source. */
function moduleUrl(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(
    isSource ? '../../../dist/pipelines/testing/suite-tasks.js' : './suite-tasks.js',
    import.meta.url,
  );
}
