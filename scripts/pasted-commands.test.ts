import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commands } from '../src/cli/commands/index.js';
import { blocksOf } from './docs-blocks/blocks.mjs';

const filesIn = (folder: string, extension: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension) && !name.startsWith('api/'))
    .map((name) => `${folder}/${name}`);
const pages = [
  'README.md',
  'llms.txt',
  'action.yml',
  ...filesIn('docs', '.md'),
  ...filesIn('examples', '.md'),
];
const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n');
const names = commands.map(({ name }) => name).join('|');

/** A bare `mettle` is on no PATH, and a bare `npx mettle` may fetch a stranger's package. */
it('says npx --no mettle in every command that a reader may paste', () => {
  const bare = new RegExp(`(?:^|[|;&(] *)mettle (?:${names})\\b`);
  const inBlocks = pages.flatMap((file) =>
    blocksOf(file, readFileSync(file, 'utf8'))
      .filter(({ language }) => ['sh', 'console', 'yaml'].includes(language))
      .flatMap(({ line, code }) =>
        code.split('\n').flatMap((text, index) => (bare.test(text) ? `${file}:${line + index} ${text}` : [])),
      ),
  );
  expect(inBlocks).toEqual([]);
});

it('tells nobody to run a bare mettle or npx mettle, or to link', () => {
  const sources = filesIn('src', '.ts').filter((file) => !file.endsWith('.test.ts'));
  const wrong = /\b[Rr]un `?mettle |npx mettle|npm link|See mettle/;
  const found = [...pages, ...sources].flatMap((file) =>
    linesOf(file).flatMap((text, index) => (wrong.test(text) ? `${file}:${index + 1} ${text.trim()}` : [])),
  );
  expect(found).toEqual([]);
});

it('gives examples in --help that can be pasted', () => {
  const lines = commands.flatMap(({ example }) => example.split('\n').map((line) => line.trim()));
  expect(lines.filter((line) => !line.startsWith('npx --no mettle '))).toEqual([]);
});
