import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'rolldown/utils';
import { expect, it } from 'vitest';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.ts$/.test(file) && !/\.(test|fixture)\.ts$/.test(file))
  .sort();
const declarations = files.filter((file) => /^[^/]+\/error-codes\.ts$/.test(file));

/** The codes that the types allow. */
const declared = declarations.flatMap((file) => {
  const [, module = '', whats = ''] = /ErrorCode = `([a-z-]+)\/\$\{([^}]*)\}`/.exec(textOf(file)) ?? [];
  expect(file).toBe(`${module}/error-codes.ts`);
  return Array.from(whats.matchAll(/'([a-z_]+)'/g), ([, what]) => `${module}/${what}`);
});

/** The functions that make errors, with their modules. */
const makers = new Map<string, string>([
  ...declarations.map((file): [string, string] => [
    /export const (\w+Error):/.exec(textOf(file))?.[1] ?? file,
    file.slice(0, file.indexOf('/')),
  ]),
  ['pathError', 'filesystem'],
]);

interface Node {
  readonly type: string;
  readonly [property: string]: unknown;
}

/** The codes that are thrown. */
const thrown = new Set(files.flatMap(thrownIn));

it('describes each code on docs/errors.md, and no other', () => {
  const page = readFileSync('docs/errors.md', 'utf8');
  const described = Array.from(
    page.matchAll(/^\| `([a-z-]+\/[a-z_]+)` \| .+ \| .+ \|$/gm),
    ([, code]) => code,
  );
  expect(described).toEqual([...declared].sort());
});

it('says of no function that it throws another code', () => {
  const promised = files.flatMap((file) =>
    Array.from(textOf(file).matchAll(/@throws([\s\S]*?)(?:\*\/|\* @)/g), ([, words = '']) => words)
      .flatMap((words) => Array.from(words.matchAll(/`([a-z-]+\/[a-z_]+)`/g), ([, code = '']) => code))
      .map((code) => ({ file, code })),
  );
  expect(promised.length).toBeGreaterThan(100);
  expect(promised.filter(({ code }) => !declared.includes(code))).toEqual([]);
});

it('throws each code somewhere', () => {
  expect(declared.filter((code) => !thrown.has(code))).toEqual([]);
});

it('makes an error with the function of the module that owns its code', () => {
  const others = files.filter((file) => /new MettleError\(\{\s*code: ['"]/.test(textOf(file)));
  expect(others).toEqual([]);
});

function textOf(file: string): string {
  return readFileSync(`src/${file}`, 'utf8');
}

function thrownIn(file: string): readonly string[] {
  if (declarations.includes(file)) return [];
  const text = textOf(file);
  const modules = [...makers].filter(([maker]) => text.includes(`${maker}(`)).map(([, module]) => module);
  const whats = new Set<string>();
  const visit = (node: unknown, names: boolean): void => {
    if (Array.isArray(node)) for (const part of node) visit(part, names);
    if (!isNode(node)) return;
    if (names && node.type === 'Literal') whats.add(String(node.value));
    for (const [property, part] of Object.entries(node)) visit(part, namesError(node, property, names));
  };
  if (modules.length > 0) visit(parseSync(file, text).program, false);
  return [...whats].flatMap((what) => modules.map((module) => `${module}/${what}`));
}

/** Whether literals in a part of the syntax tree name an error: not in what is compared, nor beside the first argument. */
function namesError(node: Node, property: string, names: boolean): boolean {
  if (node.type === 'CallExpression') {
    const { name } = node.callee as { readonly name?: string };
    return property === 'arguments' && /Error$|^invalid/.test(name ?? '');
  }
  if (node.type === 'ConditionalExpression') return names && property !== 'test';
  if (node.type === 'Property') return /^what$/.test((node.key as { readonly name?: string }).name ?? '');
  return names && node.type !== 'BinaryExpression';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
