import { readFileSync } from 'node:fs';
import { RandomStream } from '../../core/index.js';
import type { NamedProgram } from './compare.fixture.js';

/**
 * A generator of ordinary scripts. `__fixtures__/blocks.txt` holds what they are put together from:
 *
 * - `[pool NAME]`: one fragment a line; `§NAME` anywhere stands for a random one, which may hold such names itself.
 * - `[block NAME]`: lines of a program; `§NAME` as above, `§NAME#a` is the same fragment wherever the block says it,
 *   and `§@` is the number of the block in its program, so that names don't collide.
 * - `[ending NAME]`: like a block; comes last, unguarded, in some programs: what ends with an exception or a status.
 */
interface Grammar {
  readonly pools: ReadonlyMap<string, readonly string[]>;
  readonly blocks: readonly Template[];
  readonly endings: readonly Template[];
}

interface Template {
  readonly name: string;
  readonly text: string;
}

/** Nested picks after which a pool gives a fragment without names, when it has one. */
const MAX_DEPTH = 4;

const grammar = readGrammar(readFileSync(new URL('./__fixtures__/blocks.txt', import.meta.url), 'utf8'));

/** The names of all blocks and endings. */
export const BLOCK_NAMES: readonly string[] = [...grammar.blocks, ...grammar.endings].map(({ name }) => name);

/** `count` programs; the same seed gives the same ones, and each is the same whatever `count` is. */
export function* generatePrograms(seed: number, count: number): Generator<NamedProgram> {
  for (let index = 0; index < count; index++) {
    yield generateProgram(new RandomStream(seed, `program ${index}`), `${seed}/${index}`, index);
  }
}

function generateProgram(random: RandomStream, name: string, index: number): NamedProgram {
  const count = random.integer(3, 6);
  const parts: string[] = [];
  const used: string[] = [];
  for (let number = 0; number < count; number++) {
    // The first block goes round the list, so that few programs cover every block.
    const block = number === 0 ? grammar.blocks[index % grammar.blocks.length] : random.pick(grammar.blocks);
    if (block === undefined) continue;
    used.push(block.name);
    parts.push(asPart(random, expand(random, block.text, number), number));
  }
  if (random.integer(0, 2) === 0) {
    const ending = random.pick(grammar.endings);
    used.push(ending.name);
    parts.push(expand(random, ending.text, count));
  }
  return { name: `program ${name} (${used.join(', ')})`, program: `${parts.join('\n\n')}\n` };
}

/** A block as it is, guarded, or as a guarded function; the guard prints what it caught. */
function asPart(random: RandomStream, block: string, number: number): string {
  const kind = random.integer(0, 5);
  if (kind === 0) return block;
  const indented = block.replaceAll('\n', '\n    ');
  const caught = `except Exception as error:\n    print('part ${number}:', type(error).__name__, error)`;
  if (kind < 4) return `try:\n    ${indented}\n${caught}`;
  return `def part_${number}():\n    ${indented}\n\ntry:\n    part_${number}()\n${caught}`;
}

function expand(random: RandomStream, text: string, number: number): string {
  const bound = new Map<string, string>();
  const fill = (part: string, depth: number): string =>
    part.replace(/§(?:@|([A-Z_]+)(#[a-z])?)/g, (_all, name?: string, label?: string) => {
      if (name === undefined) return String(number);
      const key = label === undefined ? null : `${name}${label}`;
      const known = key === null ? undefined : bound.get(key);
      if (known !== undefined) return known;
      const filled = fill(pick(random, name, depth), depth + 1);
      if (key !== null) bound.set(key, filled);
      return filled;
    });
  return fill(text, 0);
}

function pick(random: RandomStream, name: string, depth: number): string {
  const pool = grammar.pools.get(name);
  if (pool === undefined) throw new Error(`blocks.txt: there is no pool ${name}`);
  const plain = depth < MAX_DEPTH ? [] : pool.filter((fragment) => !fragment.includes('§'));
  return random.pick(plain.length > 0 ? plain : pool);
}

function readGrammar(text: string): Grammar {
  const pools = new Map<string, string[]>();
  const blocks: Template[] = [];
  const endings: Template[] = [];
  for (const section of text.split(/^(?=\[(?:pool|block|ending) )/m)) {
    const [, kind, name, body] = /^\[(pool|block|ending) ([^\]]+)\]\n(.*)$/s.exec(section) ?? [];
    if (kind === undefined || name === undefined || body === undefined) continue;
    if (kind === 'pool')
      pools.set(
        name,
        body.split('\n').filter((line) => line !== ''),
      );
    else (kind === 'block' ? blocks : endings).push({ name, text: body.trim() });
  }
  return { pools, blocks, endings };
}
