import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { findImports } from './find-imports.js';

/** Prints, for every tenth file of the standard library, its path and what Python's own `ast` says it imports. */
const ORACLE = `
import ast, json, os, sys, sysconfig, warnings
warnings.simplefilter("ignore")
root = sysconfig.get_paths()["stdlib"]
paths = sorted(
    os.path.join(folder, name)
    for folder, _, names in os.walk(root)
    for name in names
    if name.endswith(".py") and "site-packages" not in folder
)
for path in paths[::10]:
    try:
        with open(path, encoding="utf-8", newline="") as file:
            source = file.read()
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        continue
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(node.lineno, node.col_offset, i, "import", a.name, 0, None, a.asname) for i, a in enumerate(node.names)]
        elif isinstance(node, ast.ImportFrom):
            found += [(node.lineno, node.col_offset, i, "from", node.module or "", node.level, a.name, a.asname) for i, a in enumerate(node.names)]
    found.sort(key=lambda fact: fact[:3])
    print(json.dumps([path, [[fact[0], *fact[3:]] for fact in found]]))
`;

type Row = readonly [path: string, imports: readonly (readonly unknown[])[]];

const oracle = spawnSync('python3', ['-I', '-S', '-c', ORACLE], { encoding: 'utf8', maxBuffer: 2 ** 28 });
const rows = oracle.status === 0 ? oracle.stdout.trim().split('\n') : [];

unless(rows.length === 0 ? 'there is no python3' : null).describe(
  'findImports on the standard library',
  () => {
    it('finds what the ast module finds, name by name and line by line', () => {
      let compared = 0;
      for (const row of rows) {
        const [path, expected] = JSON.parse(row) as Row;
        const facts = findImports(readFileSync(path, 'utf8'));
        const found = facts.map((fact) => [
          fact.line,
          fact.kind,
          fact.module,
          fact.level,
          fact.name ?? null,
          fact.alias ?? null,
        ]);
        expect({ path, imports: found }).toEqual({ path, imports: expected });
        compared += found.length;
      }
      expect(compared).toBeGreaterThan(100);
    });
  },
);
