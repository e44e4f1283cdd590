import {
  type CommonOptions,
  checkCommonOptions,
  commonOptions,
  createRequirement,
  type Requirement,
} from '../requirement.js';
import { passWith } from '../verdict.js';

/**
 * Demands nothing of the imports and always passes: it records in the results that imports were left free on
 * purpose.
 */
export function NoImportRestrictions(options: CommonOptions = {}): Requirement {
  checkCommonOptions(options, 'NoImportRestrictions');
  return createRequirement({
    name: 'NoImportRestrictions',
    description: 'Any module may be imported.',
    how: 'nothing is checked: imports are free',
    checkOnly: true,
    ...commonOptions(options),
    memoise: true,
    validate: () => passWith('No import restrictions configured.'),
  });
}
