import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { visibleText } from '../../core/internal.js';
import { unless } from '../../testing/unless.fixture.js';
import { callCommandLine } from '../command-line.fixture.js';
import { HOSTILE_NAMES } from './hostile-names.fixture.js';
import type { SarifLog } from './render-sarif.js';

/** RFC 3986: what a URI reference may consist of. */
const URI_CHARACTERS = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-F]{2})*$/;
const IS_WINDOWS = process.platform === 'win32';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-names-'));
  mkdirSync(join(folder, 'sub folder'));
  for (const name of HOSTILE_NAMES) writeFileSync(join(folder, name), 'import socket\nx = 1\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function check(format: 'sarif' | 'github', names: readonly string[]): Promise<string> {
  const argv = ['check', '--no-imports', '--format', format, '--', ...names];
  return (await callCommandLine(argv, { cwd: folder })).stdout;
}

/** A workflow command as GitHub's runner reads it: `::name key=value,key=value::data`, escapes undone last. */
function readCommand(
  line: string,
): { name: string; properties: Record<string, string>; data: string } | null {
  const match = /^::([\w-]+)(?: (.*?))?::(.*)$/s.exec(line);
  if (match === null) return null;
  const [, name = '', list = '', data = ''] = match;
  const properties = Object.fromEntries(
    list.split(',').map((part) => {
      const at = part.indexOf('=');
      return [part.slice(0, at), undoEscapes(part.slice(at + 1), { '%3A': ':', '%2C': ',' })];
    }),
  );
  return { name, properties, data: undoEscapes(data, {}) };
}

function undoEscapes(text: string, more: Readonly<Record<string, string>>): string {
  const table: Readonly<Record<string, string>> = { '%0D': '\r', '%0A': '\n', ...more };
  let result = text;
  for (const [code, character] of Object.entries(table)) result = result.replaceAll(code, character);
  return result.replaceAll('%25', '%');
}

unless(IS_WINDOWS ? 'Windows refuses most of these names' : null).describe('files with hostile names', () => {
  it('are named in SARIF by URIs that lead back to them', async () => {
    for (const prefix of ['', `${folder}/`]) {
      const names = HOSTILE_NAMES.map((name) => prefix + name);
      const log = JSON.parse(await check('sarif', names)) as SarifLog;
      const uris = log.runs[0].results.map(
        ({ locations }) => locations[0]?.physicalLocation.artifactLocation.uri ?? '',
      );
      expect(uris).toHaveLength(names.length);
      for (const [at, uri] of uris.entries()) {
        expect(uri).toMatch(URI_CHARACTERS);
        const resolved = new URL(uri, `${pathToFileURL(folder).href}/`);
        expect([uri, resolved.protocol, resolved.hash, resolved.search]).toEqual([uri, 'file:', '', '']);
        expect(decodeURIComponent(resolved.pathname)).toBe(join(folder, HOSTILE_NAMES[at] ?? ''));
      }
    }
  });

  it('have fingerprints of their own', async () => {
    const log = JSON.parse(await check('sarif', HOSTILE_NAMES)) as SarifLog;
    const prints = log.runs[0].results.map(
      ({ partialFingerprints }) => partialFingerprints['findingOnLine/v1'],
    );
    expect(new Set(prints).size).toBe(HOSTILE_NAMES.length);
  });

  it('make annotations that GitHub reads as what was meant', async () => {
    const output = await check('github', HOSTILE_NAMES);
    const lines = output.split(/\r\n|\r|\n/).filter((line) => line !== '');
    const commands = lines.map(readCommand);
    expect(commands.map((command) => command?.properties.file)).toEqual(
      HOSTILE_NAMES.map((name) => visibleText(name)),
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there.
    expect(output).not.toMatch(/[\0-\x08\x0b-\x1f\x7f]/);
    for (const command of commands) {
      expect(command).toMatchObject({
        name: 'error',
        properties: { line: '1', endLine: '1', col: '1', endColumn: '14', title: 'ImportRestrictions' },
      });
      expect(command?.data).toContain('The module socket may not be imported.');
    }
  });
});

it('annotations carry what a model wrote in one line', async () => {
  const code = 'raise SyntaxError("%0A::error::x")\nfrom a import (b,\n\u0085 c::d, %25\n';
  const { stdout } = await callCommandLine(['check', '--format', 'github', '-'], {
    cwd: folder,
    stdin: code,
  });
  for (const line of stdout.split(/\r\n|\r|\n/).filter((text) => text !== '')) {
    expect(readCommand(line)).toMatchObject({ name: 'error', properties: { file: 'stdin' } });
  }
});
