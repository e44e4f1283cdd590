import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Program, sequential } from '../index.js';
import { FIXTURES, Times } from '../modules.fixture.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-odd-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const factorOf = (program: Program) => program.getVariable(0).value.factor;

it('of two programs that are saved to one file at a time, the file holds one of them, whole', async () => {
  const path = join(folder, 'shared.json');
  const programs = [1, 2, 3].map((factor) => sequential([new Times(factor)]));
  for (let turn = 0; turn < 5; turn++) {
    await Promise.all(programs.flatMap((program) => [program.save(path), program.save(path)]));
    expect([1, 2, 3]).toContain(factorOf(await Program.load(path, { customObjects: FIXTURES })));
  }
  expect(await readdir(folder)).toEqual(['shared.json']);
});

it('what an editor did to a file does not matter: a byte order mark, line ends, other indentation', async () => {
  const path = join(folder, 'edited.json');
  await sequential([new Times(4)]).save(path);
  const text = await readFile(path, 'utf8');
  const edits = [`\uFEFF${text}`, text.replaceAll('\n', '\r\n'), JSON.stringify(JSON.parse(text), null, 8)];
  for (const edited of edits) {
    await writeFile(path, edited);
    expect(factorOf(await Program.load(path, { customObjects: FIXTURES }))).toBe(4);
    const other = sequential([new Times(1)]);
    await other.loadVariables(path);
    expect(factorOf(other)).toBe(4);
  }
});

it('says what is no path, no file and no values', async () => {
  const program = sequential([new Times(1)]);
  await expect(program.save(undefined as never)).rejects.toThrow(
    'Expected the path of a file; got undefined.',
  );
  await expect(program.saveVariables('')).rejects.toMatchObject({ code: 'core/invalid_option' });
  await expect(Program.load(undefined as never)).rejects.toMatchObject({ code: 'core/invalid_option' });
  await expect(program.loadVariables(3 as never)).rejects.toMatchObject({ code: 'core/invalid_option' });
  await expect(program.save(folder)).rejects.toThrow('it is a directory; give a file name');
  await expect(program.assign(null as never)).rejects.toMatchObject({ code: 'programs/invalid_value' });
  await expect(program.assign({ 'times/state_times': { factor: Number.NaN } })).rejects.toMatchObject({
    code: 'programs/invalid_value',
  });
  expect(factorOf(program)).toBe(1);
});

it('a value that is shown can not be changed from outside', async () => {
  const program = sequential([new Times(1)]);
  await program.ensureBuilt();
  expect(() => Object.assign(program.getVariable(0).value, { factor: 5 })).toThrow(/read only/);
  const given = { 'times/state_times': { factor: 2 } };
  await program.assign(given);
  given['times/state_times'].factor = 9;
  expect(factorOf(program)).toBe(2);
});
