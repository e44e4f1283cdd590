import { errorMessage, visibleText } from '../../core/internal.js';
import { createFileTree } from '../../filesystem/index.js';
import { toolError } from '../error-codes.js';
import type { ServerPackage } from '../load-mcp-package.js';

/** Skills that a server serves. */
export type ServedSkills = Awaited<ReturnType<ServerPackage['skills']['SkillCatalog']['load']>>;

/**
 * The skills of a folder as they are now: what is changed on disk later is not served.
 * @throws {MettleError} `tools/invalid_skills`; `filesystem/invalid_base` for what is no readable folder.
 */
export async function loadSkills({ skills }: ServerPackage, folder: string): Promise<ServedSkills> {
  const tree = createFileTree({ base: folder });
  const files = Object.fromEntries(tree.files().map((path) => [path, tree.readBytes(path)] as const));
  try {
    return await skills.SkillCatalog.load(skills.memorySkillFiles(files), { strict: true });
  } catch (error) {
    const what = visibleText(errorMessage(error).split('\n')[0] ?? '');
    throw toolError('invalid_skills', `The skills in ${folder} can't be served: ${what}`, { cause: error });
  }
}
