import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { UsableSkill } from './match-skill.js';
import { openSkill } from './open-skill.js';

/**
 * The skills in folders, each in a folder of its name. Of two with one name the one in the earlier folder is taken.
 * @throws {MettleError} `pipelines/invalid_skill`.
 */
export async function openSkillFolders(folders: readonly string[]): Promise<readonly UsableSkill[]> {
  const skills = new Map<string, UsableSkill>();
  for (const folder of folders) {
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    for (const name of names.sort()) {
      if (!skills.has(name)) skills.set(name, await openSkill(join(folder, name)));
    }
  }
  return [...skills.values()];
}
