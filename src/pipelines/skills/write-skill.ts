import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson, defineOptions, option } from '../../core/index.js';
import { writeFileAtomically } from '../../filesystem/index.js';
import type { SigningOptions, Trajectory } from '../../records/index.js';
import { pipelineError } from '../error-codes.js';
import { prepareOutputFolder } from '../outputs/output-folder.js';
import type { CompiledSkill } from './compile-skills.js';
import { skillCertificate } from './skill-certificate.js';
import { skillFiles } from './skill-files.js';

const checkOptions = defineOptions<SigningOptions>()('writeSkill', { privateKeyFile: option.string });

/**
 * Writes a skill as a folder of its name below another: `SKILL.md`, the script, its requests, tests, and last `certificate.json`,
 * without which it is none. The same skill gives the same bytes.
 *
 * @param records - those that it was compiled from: its tests are made from some of them, with what tools answered
 * @returns the skill's folder
 * @throws {MettleError} `pipelines/output_exists`, `pipelines/output_unwritable`, `records/key_unusable`.
 */
export async function writeSkill(
  folder: string,
  skill: CompiledSkill,
  records: readonly Trajectory[],
  signing: SigningOptions = {},
): Promise<string> {
  checkOptions(signing);
  const own = join(folder, skill.name);
  const files = skillFiles(skill, records);
  const certificate = await skillCertificate(skill, files, signing);
  const exists = await stat(own).then(
    () => true,
    () => false,
  );
  if (exists) {
    throw pipelineError('output_exists', `There is a ${own} already: choose another folder, or remove it.`);
  }
  await prepareOutputFolder(join(own, 'tests'));
  for (const [path, text] of Object.entries(files)) await writeFileAtomically(join(own, path), text);
  await writeFileAtomically(join(own, 'certificate.json'), `${canonicalJson(certificate)}\n`);
  return own;
}
