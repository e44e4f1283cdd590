import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { memorySkillFiles, SkillCatalog } from '@modelcontextprotocol/server/ext/skills';
import { afterAll, describe, expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import { mcpTools } from '../mcp/mcp-tools.js';
import { webRequests } from '../serve/web-requests.js';
import { readAgentsMd } from './agents-md.js';
import { parseSkill } from './parse-skill.js';
import { skillFolders } from './skill-folders.js';
import { skillsPrompt, skillTool } from './skill-tool.js';

const folder = mkdtempSync(join(tmpdir(), 'mettle-skills-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const PDF =
  '---\nname: pdf\ndescription: Reads PDF files.\nallowed-tools: Read Bash\n---\n\n# How\nOpen it.\n';

describe('a SKILL.md', () => {
  it('is read by the rules of agentskills.io', () => {
    const text =
      '\ufeff---\r\nname: a-1\r\ndescription: >\r\n  Does\r\n  things.\r\nlicense: MIT\r\ncompatibility: Python\r\nmetadata:\r\n  version: 1.0\r\n---\r\nBody';
    expect(parseSkill(text, 'a-1', 'x')).toEqual({
      ok: true,
      body: 'Body',
      skill: {
        name: 'a-1',
        description: 'Does things.',
        license: 'MIT',
        compatibility: 'Python',
        metadata: { version: '1' },
        allowedTools: [],
        source: 'x',
      },
    });
  });

  it('has metadata that is not text told as JSON, whatever its members are called', () => {
    const text = '---\nname: a\ndescription: x\nmetadata: {by: {toString: 1}, tags: [b]}\n---\n';
    expect(parseSkill(text, 'a', 'x')).toMatchObject({
      ok: true,
      skill: { metadata: { by: '{"toString":1}', tags: '["b"]' } },
    });
  });

  it.each([
    ['no front matter', '# Skill', 'front matter'],
    ['front matter without end', `---\nname: a\n${'x'.repeat(20_000)}`, 'front matter'],
    ['bad YAML', '---\nname: [a\n---\n', 'not a YAML mapping'],
    ['YAML that is a list', '---\n- a\n---\n', 'no names'],
    ['aliases, which can grow without end', '---\na: &a [1]\nname: *a\n---\n', 'not a YAML mapping'],
    ['YAML nested without end', `---\na: ${'['.repeat(8_000)}\n---\n`, 'not a YAML mapping'],
    ['a name given twice', '---\nname: a\nname: b\n---\n', 'not a YAML mapping'],
    ['another name than its folder', '---\nname: b\ndescription: x\n---\n', 'have to be equal'],
    ['a name with a slash', '---\nname: ../a\ndescription: x\n---\n', 'lower-case letters'],
    ['no description', '---\nname: a\n---\n', 'description is missing'],
    ['a long description', `---\nname: a\ndescription: ${'x'.repeat(1_025)}\n---\n`, 'over 1,024'],
    ['a long compatibility', `---\nname: a\ndescription: x\ncompatibility: ${'x'.repeat(501)}\n---\n`, '500'],
    ['odd tools', '---\nname: a\ndescription: x\nallowed-tools: 5\n---\n', 'allowed-tools'],
  ])('is left out with %s', (_what, text, words) => {
    expect(parseSkill(text, 'a', 'x')).toMatchObject({ ok: false, reason: expect.stringContaining(words) });
  });
});

describe('skillFolders', () => {
  write('one/pdf/SKILL.md', PDF);
  write('one/pdf/references/forms.md', 'Forms \u001b[2J here');
  write('one/pdf/picture.bin', Uint8Array.of(0xff, 0xfe));
  write('one/notes.txt', 'no skill');
  write('two/pdf/SKILL.md', PDF.replace('Reads', 'Other'));
  write('two/csv/SKILL.md', '---\nname: csv\ndescription: "Reads\\e[2J <b> tables"\n---\nRead rows.');
  write('secret.md', PDF);
  write('two/huge/SKILL.md', PDF + 'x'.repeat(1_048_576));
  symlinkSync(folder, join(folder, 'two/outside'));
  mkdirSync(join(folder, 'two/link'));
  symlinkSync(join(folder, 'secret.md'), join(folder, 'two/link/SKILL.md'));
  symlinkSync(join(folder, 'secret.md'), join(folder, 'one/pdf/leak.md'));
  const skills = skillFolders([join(folder, 'one'), join(folder, 'two')]);

  it('lists what the folders hold now, the first root first', async () => {
    const { skills: found, problems } = await skills.list();
    expect(found.map(({ name, description }) => [name, description])).toEqual([
      ['csv', 'Reads\\x1b[2J <b> tables'],
      ['pdf', 'Reads PDF files.'],
    ]);
    expect(found[1]?.allowedTools).toEqual(['Read', 'Bash']);
    expect(problems.map(({ source }) => source.slice(folder.length)).sort()).toEqual([
      '/two/huge',
      '/two/pdf',
    ]);
    write('two/new/SKILL.md', '---\nname: new\ndescription: New.\n---\nNew.');
    expect((await skills.list()).skills.map(({ name }) => name)).toEqual(['csv', 'new', 'pdf']);
    expect(skillsPrompt(found)).toContain('<description>Reads\\x1b[2J &lt;b&gt; tables</description>');
    expect(skillsPrompt([])).toBe('');
  });

  it('hands a model the text it asks for, and nothing outside of the skill', async () => {
    const read = skillTool(skills);
    expect(await read.call({ name: 'pdf' })).toEqual({ ok: true, value: '# How\nOpen it.' });
    expect(await read.call({ name: 'pdf', file: 'references/forms.md' })).toMatchObject({
      value: 'Forms \\x1b[2J here',
    });
    expect(await read.call({ name: 'word' })).toMatchObject({
      ok: false,
      error: expect.stringContaining('There is no skill "word". There are: csv'),
    });
    for (const file of ['../../secret.md', 'leak.md', '/etc/passwd', 'picture.bin', 'none.md', '.']) {
      expect(await read.call({ name: 'pdf', file })).toMatchObject({ ok: false, fault: 'failed' });
    }
    expect(await read.call({ name: 'link' })).toMatchObject({ ok: false });
    expect(await read.call({ name: '../one/pdf' })).toMatchObject({ ok: false });
  });

  it('refuses a root that is not a folder', () => {
    expect(() => skillFolders(join(folder, 'none'))).toThrowError(
      expect.objectContaining({ code: 'filesystem/invalid_base' }),
    );
  });
});

describe('readAgentsMd', () => {
  it('reads what is there now', () => {
    write('work/other.txt', '');
    const work = join(folder, 'work');
    expect(readAgentsMd(work)).toBeNull();
    write('work/AGENTS.md', 'Be brief.\u202e\n');
    expect(readAgentsMd(work)).toBe('Be brief.\\u202e');
    write('work/AGENTS.md', 'x'.repeat(200_000));
    expect(readAgentsMd(work)?.length).toBeLessThan(100_100);
    expect(readAgentsMd(createFileTree({ files: { 'AGENTS.md': 'In memory.' } }))).toBe('In memory.');
  });

  it('follows no link out of the folder, and takes no bytes for text', () => {
    mkdirSync(join(folder, 'linked'));
    symlinkSync(join(folder, 'secret.md'), join(folder, 'linked/AGENTS.md'));
    expect(readAgentsMd(join(folder, 'linked'))).toBeNull();
    write('binary/AGENTS.md', Uint8Array.of(0xff));
    expect(() => readAgentsMd(join(folder, 'binary'))).toThrowError(
      expect.objectContaining({ code: 'tools/invalid_agents_md' }),
    );
  });
});

it('skills of an MCP server are listed and read', async () => {
  const catalog = await SkillCatalog.load(
    memorySkillFiles({
      'pdf/SKILL.md': PDF,
      'pdf/references/forms.md': 'Forms',
      'z/pdf/SKILL.md': PDF,
      'zip/csv/SKILL.md': PDF.replace('pdf', 'csv'),
    }),
  );
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'skilled', version: '1.0.0' });
    catalog.attach(server);
    return server;
  });
  const http = createServer(webRequests(handler.fetch));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  {
    await using server = await mcpTools({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/` });
    const { skills, problems } = await server.skills.list();
    expect(problems).toMatchObject([{ reason: 'an earlier one is called pdf' }]);
    expect(skills).toMatchObject([
      { name: 'csv' },
      { name: 'pdf', description: 'Reads PDF files.', allowedTools: ['Read', 'Bash'] },
    ]);
    expect(await server.skills.read('pdf')).toBe('# How\nOpen it.');
    expect(await server.skills.read('pdf', 'references/forms.md')).toBe('Forms');
    await expect(server.skills.read('pdf', '../x')).rejects.toMatchObject({
      code: 'tools/unknown_skill_file',
    });
    await expect(server.skills.read('word')).rejects.toMatchObject({ code: 'tools/unknown_skill' });
  }
  await handler.close();
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
});
