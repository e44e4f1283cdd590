import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '../../core/internal.js';
import { pipelineError } from '../error-codes.js';
import type { UsableSkill } from './match-skill.js';
import { openSkill } from './open-skill.js';

/**
 * The skills in folders, each in a folder of its name. Of two with one name the one in the earlier folder is taken.
 * @throws {MettleError} `pipelines/invalid_skill`.
 */
export async function openSkillFolders(folders: readonly string[]): Promise<readonly UsableSkill[]> {
  const skills = new Map<string, UsableSkill>();
  for (const folder of folders) {
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      throw pipelineError(
        'invalid_skill',
        `No skills can be read from ${folder}: ${errorMessage(error)}. Name the folder that mettle skills wrote, which holds a folder for each.`,
        { cause: error },
      );
    });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    for (const name of names.sort()) {
      if (!skills.has(name)) skills.set(name, await openSkill(join(folder, name)));
    }
  }
  return [...skills.values()];
}
