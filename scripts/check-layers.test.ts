import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findLayerProblems } from './check-layers.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mettle-layers-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'src', path)), { recursive: true });
    writeFileSync(join(root, 'src', path), text);
  }
}

describe('findLayerProblems', () => {
  it('is content with imports from the index.ts and the internal.ts of modules above', () => {
    write({
      'core/index.ts': `export { a } from './a.js';`,
      'core/internal.ts': `export { a } from './a.js';`,
      'core/a.ts': 'export const a = 1;',
      'sandbox/index.ts': `import { a } from '../core/index.js';\nimport fs from 'node:fs';\nexport const b = a;`,
      'sandbox/b.ts': `import { a } from '../core/internal.js';`,
      'index.ts': `export * from './core/index.js';`,
    });
    expect(findLayerProblems(root)).toEqual([]);
  });

  it('names an import that goes up', () => {
    write({
      'core/a.ts': `import { b } from '../sandbox/index.js';`,
      'sandbox/index.ts': 'export const b = 1;',
    });
    expect(findLayerProblems(root)).toEqual([
      'core/a.ts imports up: sandbox/index.ts (core/ lies below sandbox/ in the order of modules)',
    ]);
  });

  it('names an import that goes up between the sub-folders of a module, or from one without a place', () => {
    write({
      'search/search.ts': `import { d } from './dates/d.js';`,
      'search/dates/d.ts': `import { l } from '../language/l.js';\nexport const d = l;`,
      'search/language/l.ts': 'export const l = 1;',
      'search/language/up.ts': `import type { D } from '../dates/d.js';`,
      'search/language/up.test.ts': `import { d } from '../dates/d.js';`,
      'search/new/n.ts': `import { l } from '../language/l.js';`,
    });
    expect(findLayerProblems(root)).toEqual([
      'search/language/up.ts imports up: search/dates/d.ts (language/ lies below dates/ in the order of search/)',
      'search/new/n.ts imports search/language/l.ts: search/new/ is not in scripts/modules.mjs',
    ]);
  });

  it('names an import past an index.ts, types and dynamic imports too', () => {
    write({
      'core/a.ts': 'export const a = 1;',
      'sandbox/x.ts': `import type { A } from '../core/a.js';`,
      'sandbox/y.ts': `export const load = () => import('../core/a.js');`,
    });
    expect(findLayerProblems(root)).toEqual([
      'sandbox/x.ts imports past an index.ts: core/a.ts (import core/index.ts or core/internal.ts)',
      'sandbox/y.ts imports past an index.ts: core/a.ts (import core/index.ts or core/internal.ts)',
    ]);
  });

  it('lets tests use the fixtures of modules above, and nothing else', () => {
    write({
      'sandbox/image.fixture.ts': 'export const image = 1;',
      'environments/a.test.ts': `import { image } from '../sandbox/image.fixture.js';`,
      'environments/a.ts': `import { image } from '../sandbox/image.fixture.js';`,
    });
    expect(findLayerProblems(root)).toEqual([
      'environments/a.ts imports past an index.ts: sandbox/image.fixture.ts (import sandbox/index.ts or sandbox/internal.ts)',
    ]);
  });

  it('lets tests of every module use the helpers for tests, and nothing else', () => {
    write({
      'testing/index.ts': 'export const scripted = 1;',
      'models/a.test.ts': `import { scripted } from '../testing/index.js';`,
      'models/a.ts': `import { scripted } from '../testing/index.js';`,
    });
    expect(findLayerProblems(root)).toEqual([
      'models/a.ts imports up: testing/index.ts (models/ lies below testing/ in the order of modules)',
    ]);
  });

  it('lets every module read a table of what is loaded when it is asked for, and nothing else', () => {
    write({
      'core/a.ts': `import { table } from '../saved-classes.js';`,
      'programs/index.ts': `export { a } from '../core/a.js';`,
      'saved-classes.ts': `import type { A } from './core/a.js';\nexport const table = { a: () => import('./core/a.js') };`,
    });
    const past =
      'programs/index.ts imports past an index.ts: core/a.ts (import core/index.ts or core/internal.ts)';
    expect(findLayerProblems(root)).toEqual([past]);
    write({ 'saved-classes.ts': `import { a } from './core/a.js';\nexport const table = { a };` });
    expect(findLayerProblems(root)).toEqual([
      past,
      'saved-classes.ts loads a module when it is imported: use import() in a function, or import type',
    ]);
  });

  it('names a circle', () => {
    write({
      'core/a.ts': `import './b.js';`,
      'core/b.ts': `export { x } from './c.js';`,
      'core/c.ts': `import './a.js';`,
    });
    expect(findLayerProblems(root)).toEqual(['circle: core/a.ts → core/b.ts → core/c.ts → core/a.ts']);
  });

  it('names a module that nobody listed, the root, and what lies outside', () => {
    write({
      'cellar/a.ts': 'export const a = 1;',
      'core/b.ts': `import '../index.js';\nimport '../../package.json';`,
      'core/c.test.ts': `import '../../bench/shapes.js';`,
      'core/d.ts': `import '../../bench/shapes.js';`,
      'index.ts': '',
    });
    expect(findLayerProblems(root)).toEqual([
      'cellar/a.ts: the module cellar/ is not in scripts/modules.mjs',
      'core/b.ts imports index.ts: a module must not import from the root of src/',
      'core/b.ts imports ../package.json, which lies outside src/',
      'core/d.ts imports ../bench/shapes.ts, which lies outside src/',
    ]);
  });
});
