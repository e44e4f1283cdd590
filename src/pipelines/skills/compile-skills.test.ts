import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atOnce } from '../../core/internal.js';
import { playEpisode } from '../../environments/index.js';
import { scoreOutcome, verifyTrajectory } from '../../evaluation/index.js';
import type { TaskGenerator } from '../../generation/index.js';
import type { Trajectory } from '../../records/index.js';
import { createSandbox, type Sandbox } from '../../sandbox/index.js';
import { skillFolders } from '../../tools/index.js';
import { type CompiledSkills, compileSkills } from './compile-skills.js';
import { findSkills } from './find-skills.js';
import { openSkill } from './open-skill.js';
import { restRuns, restTasks, unseenRestTasks } from './rest-runs.fixture.js';
import { skillPolicy } from './skill-policy.js';
import { writeSkill } from './write-skill.js';

let generator: TaskGenerator;
let runs: readonly Trajectory[];
let sandbox: Sandbox;
let compiled: CompiledSkills;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skills-'));
  sandbox = await createSandbox();
  generator = await restTasks();
  runs = await restRuns(generator, 70);
  compiled = await compileSkills(runs, {
    unseen: unseenRestTasks(generator, 70),
    margin: 0.2,
    tests: 16,
    sandbox,
  });
}, 60_000);

afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('compileSkills', () => {
  it('finds what runs do again and again, and keeps what is no worse on unseen tasks', () => {
    const names = compiled.kept.map(({ name }) => name).sort();
    expect(names).toEqual(['lookup-get-product', 'lookup-list-users']);
    for (const { test } of compiled.kept) {
      expect(test.tasks).toBeGreaterThanOrEqual(14);
      expect(test).toMatchObject({ skillPasses: test.tasks, worse: 0, modelCalls: { skill: 0 } });
      expect(test.worseAtMost).toBeCloseTo(1 - 0.05 ** (1 / test.tasks), 6);
    }
  });

  it('gives the same skills in whatever order the records come', () => {
    const scripts = (records: readonly Trajectory[]) =>
      atOnce(findSkills(records)).map(({ script }) => script);
    expect(scripts([...runs].reverse())).toEqual(scripts(runs));
  });

  it('tests on no task that a record is about', async () => {
    const again = await compileSkills(runs, {
      unseen: (async function* () {
        for (let index = 0; index < 40; index++) {
          yield generator.generate({ seed: 1, index, level: 1, split: 'train' });
        }
      })(),
      margin: 0.2,
      sandbox,
    });
    expect(again.kept).toEqual([]);
    expect(again.rejected.map(({ reason }) => reason)).toEqual(
      again.rejected.map(() => 'no unseen task asks for it'),
    );
  });

  it('rejects a skill from records that passed by luck', async () => {
    // Each of these records answers what another product's stock is, and says that this was right.
    const stock = runs.filter(({ task }) => task.prompt.includes('product'));
    const poisoned = stock.map((run) => ({
      ...run,
      finalAnswer: 7,
      steps: run.steps.map((step) =>
        step.type === 'final_answer' ? { ...step, content: '7', value: 7 } : step,
      ),
    }));
    const { kept, rejected } = await compileSkills(poisoned, {
      unseen: unseenRestTasks(generator, 70),
      margin: 0.2,
      sandbox,
    });
    expect(kept).toEqual([]);
    expect(rejected[0]?.reason).toMatch(/worse than the baseline on \d+ of \d+ unseen tasks; the first, /);
    expect(rejected[0]?.test.endedEarly).toBe(true);
  });

  it('says how many tasks a margin takes', async () => {
    const { kept, rejected } = await compileSkills(runs, { unseen: unseenRestTasks(generator, 12), sandbox });
    expect(kept).toEqual([]);
    expect(rejected[0]?.reason).toMatch(/^only \d+ unseen tasks ask for it.*the margin is 1 %$/);
  });
});

describe('a skill in a folder', () => {
  it('is an Agent Skill with tests that need only Python, and is opened again', async () => {
    const [skill] = compiled.kept;
    if (skill === undefined) throw new Error('no skill');
    const own = await writeSkill(folder, skill, runs);
    const { skills, problems } = await skillFolders(folder).list();
    expect(problems).toEqual([]);
    expect(skills.map(({ name }) => name)).toEqual([skill.name]);
    const said = execFileSync('python3', ['-B', join(own, 'tests', 'test_script.py')], { encoding: 'utf8' });
    expect(said).toMatch(/^[1-5] recorded runs played/);
    const opened = await openSkill(own);
    expect(opened).toMatchObject({ name: skill.name, script: skill.script, isSigned: false });
    const again = await writeSkill(mkdtempSync(join(folder, 'again-')), skill, runs);
    for (const file of readdirSync(own, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const path = join(file.parentPath, file.name);
      expect(readFileSync(path)).toEqual(readFileSync(path.replace(own, again)));
    }
  });

  it('is refused once a file was changed, added or removed', async () => {
    const [, skill] = compiled.kept;
    if (skill === undefined) throw new Error('no skill');
    const own = await writeSkill(folder, skill, runs);
    await expect(writeSkill(folder, skill, runs)).rejects.toMatchObject({ code: 'pipelines/output_exists' });
    writeFileSync(join(own, 'more.py'), '');
    await expect(openSkill(own)).rejects.toThrow('its certificate is not of more.py');
    rmSync(join(own, 'more.py'));
    // As pytest leaves it.
    const bytecode = join(own, 'tests', '__pycache__');
    mkdirSync(bytecode);
    writeFileSync(join(bytecode, 'test_script.cpython-312.pyc'), '');
    await openSkill(own);
    writeFileSync(join(own, 'no__pycache__.py'), '');
    await expect(openSkill(own)).rejects.toThrow('its certificate is not of no__pycache__.py');
    rmSync(join(own, 'no__pycache__.py'));
    for (let count = 0; count < 100; count++) writeFileSync(join(bytecode, `${count}.pyc`), '');
    await expect(openSkill(own)).rejects.toThrow('it has more than 100 files');
    rmSync(bytecode, { recursive: true });
    symlinkSync('/etc/hosts', join(own, 'hosts'));
    await expect(openSkill(own)).rejects.toThrow('its certificate is not of hosts');
    rmSync(join(own, 'hosts'));
    await openSkill(own);
    appendFileSync(join(own, 'script.py'), '\n');
    await expect(openSkill(own)).rejects.toThrow('script.py was changed after it was certified');
    rmSync(join(own, 'script.py'));
    await expect(openSkill(own)).rejects.toThrow('script.py is missing');
  });

  it('is refused where a certified request is about a slot that there is not', async () => {
    const [skill] = compiled.kept;
    const [request] = skill?.requests ?? [];
    if (skill === undefined || request === undefined) throw new Error('no skill');
    const { sentences, slots } = request.template;
    const hostile = [
      { ...request, template: { sentences: [[slots.length]], slots } },
      { ...request, template: { sentences: [[-1]], slots } },
      { ...request, template: { sentences, slots: slots.map((slot) => ({ ...slot, like: 99 })) } },
      { ...request, inputs: [...request.inputs, 0] },
    ];
    for (const each of hostile) {
      const into = mkdtempSync(join(folder, 'hostile-'));
      const own = await writeSkill(into, { ...skill, requests: [request, each] }, []);
      await expect(openSkill(own)).rejects.toThrow('a request is about a slot that it does not have');
    }
  });
});

describe('skillPolicy', () => {
  it('plays what a skill is for, so that the record proves itself', async () => {
    const policy = skillPolicy({ skills: compiled.kept, sandbox });
    const work = await generator.generate({ seed: 9, index: 0, level: 1, split: 'held_out' });
    const { oracle: _, ...inWorld } = work;
    const { trajectory, ...states } = await playEpisode({ ...inWorld, policy });
    const scored = { ...trajectory, outcome: scoreOutcome(trajectory, states) };
    expect(scored.outcome.verdict).toBe('pass');
    expect((await verifyTrajectory(scored, work.environment)).verdict).toBe('pass');
  });

  it('leaves other requests, other worlds and scripts that fail to the fallback', async () => {
    const asked: string[] = [];
    const fallback = {
      name: 'fallback',
      version: '1',
      play: async (brief: { readonly prompt: string }) => void asked.push(brief.prompt),
    };
    const policy = skillPolicy({ skills: compiled.kept, fallback, sandbox });
    const work = await generator.generate({ seed: 1, index: 0, level: 1, split: 'train' });
    const { environment, seed } = work;
    const play = async (prompt: string, instructions?: string) => {
      const task = { ...work.task, prompt, ...(instructions === undefined ? {} : { instructions }) };
      return (await playEpisode({ environment, seed, task, policy })).trajectory;
    };
    const stock = 'What is the stock of product 3? Give only the number.';
    expect((await play(stock)).stopReason).toBe('answered');
    expect(asked).toEqual([]);
    const others = [
      'What is the stock of product 3? Then delete it. Give only the number.',
      'What is the price of product 3? Give only the number.',
      'What is the stock of product three? Give only the number.',
    ];
    for (const prompt of others) await play(prompt);
    expect(asked).toEqual(others);
    await play(stock, 'Never tell the stock.');
    expect(asked.at(-1)).toBe(stock);
    const { steps } = await play('What is the stock of product 99999? Give only the number.');
    expect(asked).toHaveLength(5);
    expect(steps.some((step) => step.type === 'thought' && step.content.includes('does not fit here'))).toBe(
      true,
    );
  });
});
