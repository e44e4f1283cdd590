import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { needs, packageFolders, python3 } from '../../testing/needs.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import { createSandbox } from '../create-sandbox.js';

const LIBRARIES = [
  'numpy',
  'pandas',
  'scipy',
  'sklearn',
  'joblib',
  'matplotlib',
  'seaborn',
  'networkx',
  'sympy',
];
const folder = fileURLToPath(new URL('../__fixtures__/scientific/', import.meta.url));
const packages = packageFolders(LIBRARIES);
const cpython = await needs('cpython');
const { describe, it } = unless(cpython.missing ?? packages.missing);

describe('a script with scientific packages', () => {
  for (const name of readdirSync(folder).sort()) {
    it(`prints what python3 prints: ${name}`, { timeout: 180_000 }, async () => {
      const code = readFileSync(join(folder, name), 'utf8');
      const cwd = mkdtempSync(join(tmpdir(), 'mettle-scientific-'));
      const env = {
        ...process.env,
        PYTHONPATH: packages.folders.join(':'),
        MPLBACKEND: 'Agg',
        MPLCONFIGDIR: cwd,
      };
      const plain = spawnSync(python3, ['-'], { input: code, cwd, env, encoding: 'utf8' });
      rmSync(cwd, { recursive: true });
      await using sandbox = await createSandbox({
        engine: 'cpython',
        packages: packages.folders,
        limits: { timeoutSeconds: 60, deadlineSeconds: 120 },
      });
      const { stdout, error, stderr } = await sandbox.run(code);
      expect({ stdout, error, stderr: error && stderr }).toEqual({
        stdout: plain.stdout,
        error: null,
        stderr: null,
      });
      expect(plain.status).toBe(0);
    });
  }
});
