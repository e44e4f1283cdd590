import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { KNOWN_HOLDS, REASONS } from '../bench/event-loop-reasons.js';
import { publicParameters } from './option-takers.mjs';

/** `npm run bench -- event-loop` measures everything public that takes foreign input: what there is, the declarations say. */
const root = dirname(dirname(fileURLToPath(import.meta.url)));

const taken: readonly string[] = [
  ...new Set(publicParameters(root).map(({ name }: { readonly name: string }) => name)),
].filter((name) => !name.startsWith('mettle.') && !/^[a-z-]+\/testing\./.test(name));

const source = readFileSync(join(root, 'bench', 'event-loop-rows.ts'), 'utf8');
/** `records.parseToolCatalog of text` is a second row of `records.parseToolCatalog`. */
const rows = Array.from(source.matchAll(/^ {2}'([^' (]+)[^']*':/gm), ([, name]) => name ?? '');
const reasons = Object.values(REASONS).flat();

const isMeant = (reason: string, name: string): boolean =>
  reason.endsWith('*') ? name.startsWith(reason.slice(0, -1)) : reason === name;

it('calls every public function, or says why it takes no foreign input', () => {
  expect(rows.length).toBeGreaterThan(100);
  expect(taken.length).toBeGreaterThan(400);
  const missing = taken.filter(
    (name) => !rows.includes(name) && !reasons.some((reason) => isMeant(reason, name)),
  );
  expect(missing).toEqual([]);
});

it('gives a reason only for functions that there are and that it does not call', () => {
  const idle = reasons.filter(
    (reason) => !taken.some((name) => isMeant(reason, name) && !rows.includes(name)),
  );
  expect(idle).toEqual([]);
});

it('knows of holds of functions that it calls', () => {
  expect(Object.keys(KNOWN_HOLDS).filter((name) => !source.includes(`  '${name}':`))).toEqual([]);
});
