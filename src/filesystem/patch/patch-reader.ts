import type { Steps } from '../../core/index.js';
import { LINES_A_STEP } from '../text-lines.js';

/** The lines of a hunk, each with its ending. */
interface HunkLines {
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
}

/** Goes through the lines of a patch. */
export class PatchReader {
  readonly #lines: readonly string[];
  #index = 0;

  /** @param lines the lines of the patch, with their line feeds. */
  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** Whether every line was read. */
  get done(): boolean {
    return this.#index >= this.#lines.length;
  }

  /** The line in hand, without its line feed; empty at the end. */
  get line(): string {
    return this.peek(0) ?? '';
  }

  /** 1-based number of the line in hand. */
  get at(): number {
    return this.#index + 1;
  }

  /** A later line. */
  peek(distance: number): string | undefined {
    const line = this.#lines[this.#index + distance];
    return line?.endsWith('\n') === true ? line.slice(0, -1) : line;
  }

  /** Goes to the next line. */
  advance(): void {
    this.#index++;
  }

  /** Reads the body of a hunk with so many old and new lines; undefined when it has others. */
  *hunkLines(oldCount: number, newCount: number): Steps<HunkLines | undefined> {
    const oldLines: string[] = [];
    const newLines: string[] = [];
    while (oldLines.length < oldCount || newLines.length < newCount || this.line.startsWith('\\')) {
      if (this.done) return undefined;
      if (this.#index % LINES_A_STEP === 0) yield;
      const { line } = this;
      const text = `${line.slice(1)}\n`;
      const sign = line[0] ?? ' ';
      if (sign === '\\') this.#dropLastFeed(oldLines, newLines);
      else if (sign === ' ' || sign === '-' || sign === '+') {
        if (sign !== '+') oldLines.push(text);
        if (sign !== '-') newLines.push(text);
      } else return undefined;
      if (oldLines.length > oldCount || newLines.length > newCount) return undefined;
      this.advance();
    }
    return { oldLines, newLines };
  }

  /** `\ No newline at end of file` says so of the line before it, on whichever sides that stands. */
  #dropLastFeed(oldLines: string[], newLines: string[]): void {
    const sign = this.#lines[this.#index - 1]?.[0] ?? ' ';
    for (const lines of [sign === '+' ? [] : oldLines, sign === '-' ? [] : newLines]) {
      const last = lines.pop();
      if (last !== undefined) lines.push(last.replace(/\n$/, ''));
    }
  }
}
