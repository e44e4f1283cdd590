import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const pages = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'examples/README.md',
  'llms.txt',
];

/** The text of a page without its code blocks. */
function proseOf(page: string): string {
  return readFileSync(page, 'utf8').replace(/^(`{3,})[\s\S]*?^\1$/gm, '');
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): readonly string[] {
  return Array.from(proseOf(page).matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('links between pages', () => {
  it.each(pages)('%s links to files and headings that exist', (page) => {
    const links = Array.from(proseOf(page).matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target);
    const broken = links.filter((target) => {
      if (/^[a-z]+:/.test(target)) return false;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : normalize(join(dirname(page), path));
      if (!existsSync(file)) return true;
      return anchor !== undefined && !anchorsOf(file).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});

describe('the threat model', () => {
  it('names files and tests that exist', () => {
    const sources = readdirSync('src', { recursive: true }).map(String);
    const rows = readFileSync('THREAT_MODEL.md', 'utf8').matchAll(/^\|(?:[^|]*\|){2}([^|]*\|[^|]*)\|$/gm);
    const named = Array.from(rows, ([, cells = '']) =>
      Array.from(cells.matchAll(/`([^`]+)`/g), ([, name = '']) => name),
    );
    expect(named.flat().length).toBeGreaterThan(100);
    const missing = named.flat().filter((name) => {
      const [start = '', end = ''] = name.replace(/\/$/, '').split('*');
      return !sources.some((file) =>
        name.includes('*')
          ? file.startsWith(start) && file.endsWith(end)
          : file === start || file.endsWith(`/${start}`),
      );
    });
    expect(missing).toEqual([]);
  });
});
