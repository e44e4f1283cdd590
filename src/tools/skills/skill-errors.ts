import type { MettleError } from '../../core/index.js';
import { startOf, visibleText } from '../../core/internal.js';
import { toolError } from '../error-codes.js';

/** The error for a skill that does not exist, with the names of those that do. */
export function unknownSkill(name: string, names: readonly string[]): MettleError {
  const list = names.length === 0 ? 'There are none.' : `There are: ${[...names].sort().join(', ')}.`;
  return toolError(
    'unknown_skill',
    `There is no skill ${JSON.stringify(visibleText(startOf(name, 100)))}. ${list}`,
  );
}

/** The error for a file that a skill does not have. */
export function unknownSkillFile(name: string, file: string, reason: string): MettleError {
  const shown = JSON.stringify(visibleText(startOf(file, 200)));
  return toolError(
    'unknown_skill_file',
    `The skill ${name} has no readable file ${shown}: ${visibleText(reason)}`,
  );
}
