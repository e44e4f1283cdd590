import { join } from 'node:path';
import { MettleError } from '../../core/index.js';
import { errorMessage, visibleText } from '../../core/internal.js';
import { createFileTree, type FileTree } from '../../filesystem/index.js';
import { parseSkill } from './parse-skill.js';
import type { Skill, SkillList, SkillProblem, SkillSource } from './skill.js';
import { unknownSkill, unknownSkillFile } from './skill-errors.js';

/** Folders looked at below one root. */
const MAX_FOLDERS = 1_000;
/** Bytes of a file of a skill. */
const MAX_BYTES = 1_048_576;

/** One skill's folder, where it lies. */
interface Found {
  readonly files: FileTree;
  readonly folder: string;
  readonly skill: Skill;
  readonly body: string;
}

/**
 * Skills on disk: every folder below a root that holds a `SKILL.md`. If two have the same name, the first root wins.
 * The folders are read again at each call, and never through a link that leads out of its root.
 *
 * @throws {MettleError} `filesystem/invalid_base` when a root is no readable folder.
 * @example
 * ```ts
 * import { mkdirSync, writeFileSync } from 'node:fs';
 * import { skillFolders, skillTool } from 'mettle/tools';
 *
 * mkdirSync('skills/invoices', { recursive: true });
 * writeFileSync('skills/invoices/SKILL.md', '---\nname: invoices\ndescription: Reads bills.\n---\nFind the total.');
 * const read = skillTool(skillFolders('skills'));
 * console.log(await read.call({ name: 'invoices' })); // → { ok: true, value: 'Find the total.' }
 * ```
 */
export function skillFolders(roots: string | readonly string[]): SkillSource {
  const folders = typeof roots === 'string' ? [roots] : [...roots];
  for (const folder of folders) openRoot(folder);
  return {
    async list() {
      const { found, problems } = findSkills(folders);
      const skills = Array.from(found.values(), ({ skill }) => skill);
      return { skills: skills.sort((a, b) => (a.name < b.name ? -1 : 1)), problems } satisfies SkillList;
    },
    async read(name, file = 'SKILL.md') {
      const { found } = findSkills(folders);
      const skill = found.get(name);
      if (skill === undefined) throw unknownSkill(name, [...found.keys()]);
      if (file === 'SKILL.md') return skill.body;
      return readFile(skill, file);
    },
  };
}

function openRoot(folder: string): FileTree {
  return createFileTree({ base: folder, limits: { maxBytesPerFile: MAX_BYTES } });
}

function findSkills(roots: readonly string[]): {
  readonly found: ReadonlyMap<string, Found>;
  readonly problems: readonly SkillProblem[];
} {
  const found = new Map<string, Found>();
  const problems: SkillProblem[] = [];
  for (const root of roots) {
    const files = openRoot(root);
    const names = files.list('/');
    if (names.length > MAX_FOLDERS) {
      problems.push({ source: root, reason: `holds over ${MAX_FOLDERS} folders; the rest is left out` });
    }
    for (const folder of names.slice(0, MAX_FOLDERS)) {
      const path = `/${folder}/SKILL.md`;
      const source = visibleText(join(root, folder));
      let text: string;
      try {
        if (!files.exists(path)) continue;
        text = files.readText(path);
      } catch (error) {
        problems.push({ source, reason: visibleText(errorMessage(error)) });
        continue;
      }
      const parsed = parseSkill(text, folder, source);
      if (!parsed.ok) problems.push({ source, reason: parsed.reason });
      else if (found.has(folder))
        problems.push({ source, reason: `an earlier folder has a skill ${folder}` });
      else found.set(folder, { files, folder, skill: parsed.skill, body: parsed.body });
    }
  }
  return { found, problems };
}

function readFile({ files, folder, skill }: Found, file: string): string {
  const names = file.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..') || names.length === 0)
    throw unknownSkillFile(skill.name, file, 'it lies outside the skill');
  try {
    return visibleText(files.readText(`/${[folder, ...names].join('/')}`));
  } catch (error) {
    const reason = MettleError.isInstance(error) ? error.message : errorMessage(error);
    throw unknownSkillFile(skill.name, file, reason);
  }
}
