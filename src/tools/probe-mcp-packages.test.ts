import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { probeMcpPackages } from './probe-mcp-packages.js';

const folder = mkdtempSync(join(tmpdir(), 'mettle-mcp-packages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('finds the packages beside Mettle', () => {
  expect(probeMcpPackages().map(({ name, available }) => [name, available])).toEqual([
    ['@modelcontextprotocol/client', true],
    ['@modelcontextprotocol/server', true],
  ]);
});

it('says how to install what is missing, or lacks a part that is loaded', () => {
  const half = join(folder, 'node_modules', '@modelcontextprotocol', 'client');
  mkdirSync(half, { recursive: true });
  writeFileSync(join(half, 'index.js'), '');
  expect(probeMcpPackages(join(folder, 'program.js'))).toMatchObject([
    { available: false, install: 'npm install @modelcontextprotocol/client' },
    { available: false, install: 'npm install @modelcontextprotocol/server' },
  ]);
});
