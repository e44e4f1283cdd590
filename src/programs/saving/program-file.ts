import {
  describeProblem,
  isJsonObject,
  type JsonObject,
  parseJsonText,
  schemaValidator,
} from '../../core/index.js';
import { coreError, packageVersion, shortened } from '../../core/internal.js';
import { writeFileAtomically } from '../../filesystem/index.js';
import { readHostText } from '../../filesystem/internal.js';
import type { AnyModule } from '../call-context.js';
import { programError } from '../error-codes.js';
import { variableIndex } from '../module-tree.js';
import type { Variable } from '../variable.js';
import { invalid } from './graph-config.js';
import { serializeRoot } from './save-modules.js';

/** The version of the files that are written. Files of every version up to this one are read. */
const VERSION = 1;

const FORMATS = { program: 'mettle-program', variables: 'mettle-variables' } as const;

const FILE = schemaValidator({
  type: 'object',
  properties: {
    format: { type: 'string' },
    version: { type: 'integer' },
    saved_with: { type: 'string' },
    program: { type: 'object' },
    compiled: { type: ['object', 'null'] },
    variables: { type: 'object', additionalProperties: { type: 'object' } },
  },
  required: ['format', 'version', 'saved_with', 'variables'],
  additionalProperties: false,
});

/** What a program file holds. */
export interface ProgramFile {
  /** The program as `serialize` gave it. */
  readonly program: JsonObject;
  /** How it was compiled; null where it was not. */
  readonly compiled: JsonObject | null;
  readonly variables: VariableState;
}

/** Values by the key of the variable, also of those that training leaves alone. */
export type VariableState = Readonly<Record<string, JsonObject>>;

/** The current values of a program's variables. */
function variableState(program: AnyModule): VariableState {
  return Object.fromEntries(
    [...variableIndex(program).byKey].map(([key, variable]) => [key, variable.value]),
  );
}

/**
 * Sets the values of all variables, or of none.
 *
 * @throws {MettleError} `programs/other_variables` when the keys are not those of the program; `programs/invalid_value`.
 */
export async function setVariableState(program: AnyModule, state: VariableState): Promise<void> {
  const variables = variableIndex(program).byKey;
  const unknown = Object.keys(state).filter((key) => !variables.has(key));
  const lacking = [...variables.keys()].filter((key) => !Object.hasOwn(state, key));
  if (unknown.length > 0 || lacking.length > 0) {
    throw programError(
      'other_variables',
      `These are not the variables of "${program.name}":${listed(' it lacks', unknown)}${listed(' they lack', lacking)}. Load them into the program they were saved from.`,
      { details: { unknown, lacking } },
    );
  }
  const checked: (readonly [Variable, JsonObject])[] = [];
  for (const [key, variable] of variables) {
    const value = state[key] as JsonObject;
    const problem = await variable.validate(value);
    if (problem !== null) throw programError('invalid_value', problem, { details: { key } });
    checked.push([variable, value]);
  }
  for (const [variable, value] of checked) variable.set(value);
}

/** A program as the text of its file. */
export function programText(program: AnyModule, compiled: JsonObject | null): string {
  return textOf({
    format: FORMATS.program,
    version: VERSION,
    saved_with: packageVersion(),
    program: serializeRoot(program),
    compiled,
    variables: variableState(program),
  });
}

/** The variables of a program as the text of their file. */
export function variablesText(program: AnyModule): string {
  return textOf({
    format: FORMATS.variables,
    version: VERSION,
    saved_with: packageVersion(),
    variables: variableState(program),
  });
}

/** Writes a file whole, or leaves what was there. */
export async function writeText(path: string, text: string): Promise<void> {
  checkPath(path);
  await writeFileAtomically(path, text);
}

/**
 * Reads the text of a program file.
 *
 * @throws {MettleError} `programs/invalid_file`, `programs/other_version`; `core/invalid_json` for what is no JSON.
 */
export function readProgramText(text: string, subject: string): ProgramFile {
  const { program, compiled, variables } = readText(text, subject, FORMATS.program);
  if (!isJsonObject(program)) throw invalid('it has no program');
  return { program, compiled: isJsonObject(compiled) ? compiled : null, variables };
}

/** Reads the text of a file of variables; a program file has them, too. */
export function readVariablesText(text: string, subject: string): VariableState {
  return readText(text, subject, FORMATS.variables).variables;
}

/**
 * The text of a file.
 *
 * @throws {MettleError} `filesystem/unreadable_file`.
 */
export async function readFileText(path: string): Promise<string> {
  checkPath(path);
  return readHostText(path, 'a program');
}

function checkPath(path: unknown): void {
  if (typeof path === 'string' && path !== '') return;
  throw coreError('invalid_option', `Expected the path of a file; got ${String(path)}.`);
}

function readText(
  text: string,
  subject: string,
  format: string,
): JsonObject & { readonly variables: VariableState } {
  const data = parseJsonText(text, { subject });
  const found = isJsonObject(data) ? data : {};
  const formats: readonly unknown[] = format === FORMATS.variables ? Object.values(FORMATS) : [format];
  if (!formats.includes(found.format)) {
    const other = found.format === FORMATS.variables ? ' It holds variables only: use loadVariables.' : '';
    throw programError('invalid_file', `${subject} is not a file of the format ${format}.${other}`);
  }
  if (found.version !== VERSION) {
    throw programError(
      'other_version',
      `${subject} has version ${shortened(String(JSON.stringify(found.version)), 40)}; this version of Mettle (${packageVersion()}) reads version ${VERSION}. Update Mettle.`,
      { details: { version: found.version } },
    );
  }
  const [problem] = FILE.check(found);
  if (problem !== undefined) throw invalid(describeProblem(problem, subject));
  return found as JsonObject & { readonly variables: VariableState };
}

function textOf(file: JsonObject): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}

function listed(words: string, keys: readonly string[]): string {
  return keys.length === 0 ? '' : `${words} ${keys.slice(0, 10).join(', ')};`;
}
