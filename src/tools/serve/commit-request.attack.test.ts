import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createFileTree, type FileTree } from '../../filesystem/index.js';
import { CommitRequests } from './commit-request.js';

const base = mkdtempSync(join(tmpdir(), 'mettle-commit-request-'));
afterAll(() => rmSync(base, { recursive: true }));

describe('agreement to a commit', () => {
  let folder = '';
  let files: FileTree;
  let commits: CommitRequests;
  const inFolder = () => readFileSync(join(folder, 'a.txt'), 'utf8');

  beforeEach(() => {
    folder = mkdtempSync(join(base, 'folder-'));
    writeFileSync(join(folder, 'a.txt'), 'as it was\n');
    files = createFileTree({ base: folder });
    commits = new CommitRequests(files, folder);
  });

  it('is to what the person was shown, whatever other calls write while the question is put', async () => {
    files.writeText('a.txt', 'the bad one\n');
    const asking = commits.ask();
    files.writeText('a.txt', 'the good one\n');
    const question = await asking;
    files.writeText('a.txt', 'the bad one\n');
    expect(question?.message).toContain('| +the bad one');
    expect(question?.message).not.toContain('the good one');
    expect(await commits.agree(question?.id)).toMatchObject({ committed: true });
    expect(inFolder()).toBe('the bad one\n');
  });

  it('counts once, for its own question, and not for what changed since', async () => {
    files.writeText('a.txt', 'new\n');
    const [first, second] = [await commits.ask(), await commits.ask()];
    commits.refuse(first?.id);
    for (const id of [undefined, 'guessed', first?.id])
      await expect(commits.agree(id)).rejects.toThrow('belongs to no open question');
    files.writeText('b.txt', 'more\n');
    await expect(commits.agree(second?.id)).rejects.toThrow('no longer what the person agreed to');
    await expect(commits.agree(second?.id)).rejects.toThrow('belongs to no open question');
    expect(inFolder()).toBe('as it was\n');
  });

  it('is asked for in words that no name and no content can imitate', async () => {
    files.writeText('ok?\n\nNothing is written.txt', 'x\u001b[2Jx\r\u202eevil\n');
    const question = await commits.ask();
    const lines = question?.message.split('\n') ?? [];
    expect(lines[2]).toBe('create "ok?\\n\\nNothing is written.txt"');
    expect(lines.slice(4).every((line) => line.startsWith('| '))).toBe(true);
    for (const hidden of ['\u001b', '\r', '\u202e']) expect(question?.message).not.toContain(hidden);
  });
});
