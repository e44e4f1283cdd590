import { readdirSync, readFileSync } from 'node:fs';

/** A program with tests that it passes, and a wrong twin that fails them. */
export interface Pair {
  readonly title: string;
  readonly right: string;
  readonly wrong: string;
  /** Which requirement judges it: what is after `----` at the head of the last part. */
  readonly kind: string;
  readonly tests: string;
  /** The tests that the wrong twin fails in real pytest. The empty name is the whole file. */
  readonly fails: readonly string[];
}

const FOLDER = new URL('./__fixtures__/pairs/', import.meta.url);
const ENDS: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL('ends.json', FOLDER), 'utf8'),
);

/** The pairs of `__fixtures__/pairs`, which `ends_by_pytest.py` has asked pytest about. */
export function readPairs(): readonly Pair[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.txt'))
    .flatMap((name) =>
      readFileSync(new URL(name, FOLDER), 'utf8')
        .split(/^==== /m)
        .slice(1)
        .map(readPair),
    );
}

function readPair(text: string): Pair {
  const [head = '', wrong = '', last = ''] = text.split(/^---- (?=wrong\n)|^---- (?=[a-z]+\n)/m);
  const [title = '', right = ''] = cut(head);
  const [kind = '', tests = ''] = cut(last);
  return { title, right, wrong: changed(right, cut(wrong)[1] ?? ''), kind, tests, fails: ENDS[title] ?? [] };
}

function cut(text: string): readonly string[] {
  const end = text.indexOf('\n');
  return [text.slice(0, end), text.slice(end + 1)];
}

/** Replaces the lines after `-` by those after `+`, once for each block. */
function changed(right: string, blocks: string): string {
  let code = `\n${right}`;
  for (const block of blocks.trim().split('\n\n')) {
    const linesAfter = (sign: string): string =>
      block
        .split('\n')
        .filter((line) => line.startsWith(sign))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    code = code.replace(`\n${linesAfter('-')}`, () => `\n${linesAfter('+')}`);
  }
  return code.slice(1);
}
