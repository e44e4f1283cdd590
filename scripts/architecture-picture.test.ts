import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawArchitecture, PICTURE } from './architecture-picture.mjs';

/** The SVG of a tree with these files below `src/`. */
function pictureOf(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'mettle-architecture-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, 'src', path)), { recursive: true });
      writeFileSync(join(root, 'src', path), text);
    }
    return drawArchitecture(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

describe('the picture of the architecture', () => {
  it('shows what the modules import now (else run node scripts/architecture-picture.mjs)', () => {
    expect(drawArchitecture(process.cwd())).toBe(readFileSync(PICTURE, 'utf8'));
  });

  it('puts a module above what it imports, and leaves out lines that follow from others', () => {
    const picture = pictureOf({
      'core/a.ts': 'export const a = 1;',
      'python/b.ts': `import { a } from '../core/index.js';`,
      'sandbox/c.ts': `import { a } from '../core/index.js';\nimport { b } from '../python/index.js';`,
    });
    const heights = ['sandbox', 'python', 'core'].map((name) =>
      Number(new RegExp(`y="(\\d+)">${name}<`).exec(picture)?.[1]),
    );
    expect(heights).toEqual(heights.toSorted((left, right) => left - right));
    expect(picture.match(/<path/g)).toHaveLength(2);
  });

  it('leaves out what only tests import', () => {
    const picture = pictureOf({
      'core/a.ts': 'export const a = 1;',
      'python/b.test.ts': `import { a } from '../core/index.js';`,
      'python/b.ts': 'export const b = 1;',
    });
    expect(picture).not.toContain('<path');
  });
});
