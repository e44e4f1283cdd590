import { defineOptions, option } from '../../core/index.js';
import type { Artefact } from '../artefact.js';
import {
  COMMON_OPTIONS,
  type CommonOptions,
  commonOptions,
  createRequirement,
  type Requirement,
} from '../requirement.js';
import { failWith, type Judgement, passWith } from '../verdict.js';
import { checkAllowedImports, forbiddenImports } from './allowed-imports.js';
import { readableCodeOf } from './code-of.js';
import { watchImports } from './import-watcher.js';

/** What {@link ImportRestrictions} takes. */
export interface ImportRestrictionsOptions extends CommonOptions {
  /**
   * Modules that may be imported: `os` allows the module and all below it, `os.path` that one alone. `[]` allows
   * none. Where all are allowed, leave the requirement out.
   */
  readonly allowedImports: readonly string[];
  /**
   * Whether a reply is ended while it is being written, at the first forbidden import in any fenced Python block.
   * For replies that hold one block: an example of what not to do would end them too. Default false.
   */
  readonly endEarly?: boolean;
}

const checkImportRestrictionsOptions = defineOptions<ImportRestrictionsOptions>()('ImportRestrictions', {
  ...COMMON_OPTIONS,
  allowedImports: option.required(option.list()),
  endEarly: option.boolean,
});

/**
 * Only listed modules are imported, anywhere in the code: at the top, in functions, in branches that never run, and
 * dynamically where the module can be read off the source. `from __future__ import …` is always allowed.
 *
 * This reads the code and isn't a security boundary; the sandbox is.
 *
 * @throws {MettleError} `core/invalid_option`; `requirements/invalid_import` for an entry that is no dotted module name.
 */
export function ImportRestrictions(options: ImportRestrictionsOptions): Requirement {
  checkImportRestrictionsOptions(options);
  const allowed = checkAllowedImports(options.allowedImports);
  return createRequirement({
    name: 'ImportRestrictions',
    description: describeAllowedImports(allowed),
    how: 'every import statement and every dynamic import is read from the source',
    follows: ['PythonCodeExtraction', 'PythonSyntaxValid'],
    notLimitedBy: ['PythonSyntaxValid'],
    ...commonOptions(options),
    recipe: { make: 'ImportRestrictions', options: options },
    memoise: true,
    ...(options.endEarly === true ? { watch: () => watchImports(allowed) } : {}),
    validate: (artefact) => judgeImports(artefact, allowed),
  });
}

/** One sentence that tells a model what may be imported. */
function describeAllowedImports(allowed: readonly string[]): string {
  if (allowed.length === 0) return 'Import nothing: the code uses built-in functions only.';
  return `Import only from these modules: ${allowed.join(', ')}.`;
}

/** Judges the imports of a reply's code against a list. */
function judgeImports(artefact: Artefact, allowed: readonly string[]): Judgement {
  const found = readableCodeOf(artefact, 'import validation');
  if ('missing' in found) return found.missing;
  const { modules, findings } = forbiddenImports(artefact, allowed);
  if (modules.length === 0) return passWith('All imports are allowed.', { findings });
  const allowance = allowed.length === 0 ? 'none' : allowed.join(', ');
  return failWith(`Forbidden imports detected: ${modules.join(', ')}. Allowed: ${allowance}.`, { findings });
}
