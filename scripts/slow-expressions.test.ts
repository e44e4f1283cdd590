import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'rolldown/utils';
import { analyse } from 'scslre';
import { expect, it } from 'vitest';

/**
 * Texts of models, tools and files reach most of our regular expressions. One that takes quadratic time lets a megabyte of
 * blanks, digits or line breaks hold the process for minutes.
 */

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [property: string]: unknown;
}

const expressions = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.ts$/.test(file) && !/\.(test|fixture)\.ts$/.test(file))
  .sort()
  .flatMap((file) => expressionsIn(`src/${file}`));

function expressionsIn(file: string) {
  const text = readFileSync(file, 'utf8');
  const found: { readonly where: string; readonly source: string; readonly flags: string }[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    else if (typeof value === 'object' && value !== null) {
      const node = value as Node;
      const { pattern, flags } = (node.regex ?? {}) as { readonly pattern?: string; readonly flags?: string };
      if (node.type === 'Literal' && pattern !== undefined) {
        const line = text.slice(0, node.start).split('\n').length;
        found.push({ where: `${file}:${line}`, source: pattern, flags: flags ?? '' });
      } else for (const inner of Object.values(node)) visit(inner);
    }
  };
  visit(parseSync(file, text, { lang: 'ts' }).program.body);
  return found;
}

/** What makes an expression slower than its text is long, in words. */
function slownessOf(source: string, flags: string): readonly string[] {
  const { reports } = analyse({ source, flags });
  return reports.map(({ type, character }) => `${type} on ${JSON.stringify(character.pick)} again and again`);
}

it('has no regular expression that takes more than linear time', () => {
  expect(expressions.length).toBeGreaterThan(900);
  const slow = expressions.flatMap(({ where, source, flags }) =>
    slownessOf(source, flags).map((why) => `${where} /${source}/${flags}: ${why}`),
  );
  expect(slow).toEqual([]);
});

it.each(['\\s*\\n\\s*', '^\\d+\\.?\\d*$', '^```\\s*\\n([\\s\\S]*?)\\n```$', '0+$', '^(a+)+$'])(
  'finds that /%s/ takes more',
  (source) => {
    expect(slownessOf(source, '')).not.toEqual([]);
  },
);
