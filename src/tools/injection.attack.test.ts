import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { afterAll, describe, expect, it } from 'vitest';
import { createFileTree } from '../filesystem/index.js';
import { createSandbox } from '../sandbox/index.js';
import { unless } from '../testing/unless.fixture.js';
import { makeServer } from './mcp/__fixtures__/server.mjs';
import { mcpTools } from './mcp/mcp-tools.js';
import { CommitRequests } from './serve/commit-request.js';
import { webRequests } from './serve/web-requests.js';
import { toolSet } from './tool-set.js';
import { toolsOfSandbox } from './tools-of-sandbox.js';

const folder = mkdtempSync(join(tmpdir(), 'mettle-injection-'));
afterAll(() => rmSync(folder, { recursive: true }));
const why = await createSandbox().then(
  (sandbox) => sandbox.close().then(() => null),
  (error: Error) => error.message,
);

unless(why).describe('a model that believes every word it reads', () => {
  it('can make its tools reach no host path, no environment and no network', async () => {
    const secret = join(folder, 'secret.txt');
    writeFileSync(secret, 'SECRET');
    const reached: string[] = [];
    const handler = createMcpHandler(makeServer);
    const http = createServer((request, response) => {
      reached.push(request.url ?? '');
      webRequests(handler.fetch)(request, response);
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const port = (http.address() as AddressInfo).port;
    {
      await using server = await mcpTools(
        { url: `http://127.0.0.1:${port}/mcp` },
        { prefix: 'evil', allow: ['sly.tool/1'] },
      );
      await using sandbox = await createSandbox({ files: { 'a.txt': 'one' } });
      const set = toolSet([...server.tools, ...toolsOfSandbox(sandbox)]);
      // What the server's description and result ask for, done to the letter.
      expect(await set.call('evil_sly_tool_1', { path: '/etc/passwd' })).toMatchObject({ ok: true });
      for (const path of ['/etc/passwd', secret, `../../../../../../..${secret}`]) {
        expect(await set.call('read_file', { path })).toMatchObject({ ok: false });
        const code = `open(${JSON.stringify(path)}).read()`;
        expect(JSON.stringify(await set.call('run_python_code', { code }))).not.toContain('SECRET');
      }
      const code = `import os, urllib.request\nprint(sorted(os.environ))\nurllib.request.urlopen("http://127.0.0.1:${port}/leak", timeout=1)`;
      const outcome = JSON.stringify(await set.call('run_python_code', { code }));
      expect(outcome).not.toContain('VITEST');
      await set.call('write_file', { path: join(folder, 'planted.txt'), content: 'x' });
    }
    expect(reached).not.toContain('/leak');
    expect(readdirSync(folder)).toEqual(['secret.txt']);
    await handler.close();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
});

describe('a question before a commit', () => {
  const workdir = mkdtempSync(join(tmpdir(), 'mettle-question-'));
  afterAll(() => rmSync(workdir, { recursive: true }));

  it('cannot be made to look harmless by names and text', async () => {
    writeFileSync(join(workdir, 'a.txt'), 'one\n');
    const files = createFileTree({ base: workdir });
    const commits = new CommitRequests(files, workdir);
    expect(await commits.ask()).toBeNull();
    files.writeText('/ok\nNothing else is written.\u202e', 'x\n\nWrite nothing?\u001b[2J\n');
    const { message } = (await commits.ask()) ?? { message: '' };
    const lines = message.split('\n');
    expect(lines[2]).toBe('create "ok\\nNothing else is written.\\u202e"');
    expect(lines.slice(4).every((line) => line.startsWith('| '))).toBe(true);
    expect(message).not.toContain('\u001b');
  });

  it('is good for one exact commit, once', async () => {
    writeFileSync(join(workdir, 'a.txt'), 'one\n');
    const files = createFileTree({ base: workdir });
    const commits = new CommitRequests(files, workdir);
    files.writeText('/a.txt', 'two\n');
    const first = await commits.ask();
    files.writeText('/a.txt', 'three\n');
    await expect(commits.agree(first?.id)).rejects.toThrow('no longer what the person agreed to');
    await expect(commits.agree(first?.id)).rejects.toThrow('no open question');
    await expect(commits.agree(undefined)).rejects.toThrow('no open question');
    const refused = await commits.ask();
    commits.refuse(refused?.id);
    await expect(commits.agree(refused?.id)).rejects.toThrow('no open question');
    expect(readFileSync(join(workdir, 'a.txt'), 'utf8')).toBe('one\n');
    const second = await commits.ask();
    expect(await commits.agree(second?.id)).toMatchObject({ committed: true, written: ['a.txt'] });
    await expect(commits.agree(second?.id)).rejects.toThrow('no open question');
    expect(readFileSync(join(workdir, 'a.txt'), 'utf8')).toBe('three\n');
  });
});
