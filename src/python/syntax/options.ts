import { defineOptions, type OptionsCheck, option } from '../../core/index.js';
import { coreError } from '../../core/internal.js';
import { DEFAULT_PYTHON_VERSION, type PythonVersion } from './ruff.js';

/** How source is judged. */
export interface SyntaxOptions {
  /**
   * Whose grammar holds. Default `'3.14'`: the newest, so that no program is refused that some released Python
   * accepts. Name the version that will run the code to refuse what is too new for it.
   */
  readonly pythonVersion?: PythonVersion;
  /** Whether `await`, `async for` and `async with` may stand outside functions, as in a sandbox. Default false. */
  readonly allowTopLevelAwait?: boolean;
}

/** Checks {@link SyntaxOptions}. */
export const checkSyntaxOptions: OptionsCheck = defineOptions<SyntaxOptions>()('checkSyntax', {
  pythonVersion: option.oneOf(['3.8', '3.9', '3.10', '3.11', '3.12', '3.13', '3.14']),
  allowTopLevelAwait: option.boolean,
});

const VERSIONS: readonly string[] = ['3.8', '3.9', '3.10', '3.11', '3.12', '3.13', '3.14'];

/**
 * The options with their defaults.
 *
 * @throws {MettleError} `core/invalid_option` for a version that is not known.
 */
export function readSyntaxOptions(options: SyntaxOptions): Required<SyntaxOptions> {
  const pythonVersion = options.pythonVersion ?? DEFAULT_PYTHON_VERSION;
  if (!VERSIONS.includes(pythonVersion)) {
    throw coreError(
      'invalid_option',
      `pythonVersion ${JSON.stringify(pythonVersion)} is not known: use one of ${VERSIONS.join(', ')}.`,
    );
  }
  return { pythonVersion, allowTopLevelAwait: options.allowTopLevelAwait ?? false };
}

/** Of a source with more errors than this, the rest says nothing new. */
export const MAX_FINDINGS = 100;

/** Source longer than this many UTF-16 code units is not handed to the parser. */
export const MAX_SOURCE_LENGTH = 1_048_576;
