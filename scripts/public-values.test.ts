import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { exports: entries } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The values that a file exports from other files, each with the file that it comes from. */
function exportedFrom(file: string): ReadonlyMap<string, { readonly file: string; readonly name: string }> {
  const found = new Map<string, { readonly file: string; readonly name: string }>();
  for (const [, names = '', from = ''] of readFileSync(file, 'utf8').matchAll(
    /^export \{([^}]*)\} from '([^']+)';/gms,
  )) {
    for (const part of names
      .replaceAll(/\/\/.*/g, '')
      .split(',')
      .map((text) => text.trim())) {
      if (part === '' || part.startsWith('type ')) continue;
      const [name = '', alias = name] = part.split(' as ');
      found.set(alias, { file: normalize(join(dirname(file), from.replace(/\.js$/, '.ts'))), name });
    }
  }
  return found;
}

function definition(file: string, name: string): { readonly file: string; readonly name: string } {
  const next = exportedFrom(file).get(name);
  return next === undefined ? { file, name } : definition(next.file, next.name);
}

/** Whether a doc comment stands right above the declaration of `name`. */
function hasDocComment({ file, name }: { readonly file: string; readonly name: string }): boolean {
  const source = readFileSync(file, 'utf8');
  const declaration = new RegExp(
    `^export (?:declare )?(?:abstract )?(?:async )?(?:function\\*?|class|const) ${name}\\b`,
    'm',
  ).exec(source);
  return declaration !== null && source.slice(0, declaration.index).trimEnd().endsWith('*/');
}

const values = Object.keys(entries)
  .filter((path) => path.startsWith('./') && !path.endsWith('.json'))
  .flatMap((path) => {
    const index = join(root, 'src', path.slice(2), 'index.ts');
    return [...exportedFrom(index).keys()].map((name) => ({ path: path.slice(2), name, index }));
  });

describe('the public values of the package', () => {
  it('are few enough to know', () => {
    const learnt = values.filter(({ path }) => !/(^|\/)testing$/.test(path));
    expect(learnt.length).toBeGreaterThan(100);
    expect(learnt.length).toBeLessThanOrEqual(416);
  });

  it('each have a doc comment', () => {
    const bare = values.filter(({ name, index }) => !hasDocComment(definition(index, name)));
    expect(bare.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
  });
});
