import { type Candidate, countCodeLines } from './candidate.js';
import { contentOf } from './content.js';

/** A call that a model made, as far as it may carry code. */
export interface ToolCallLike {
  /** The tool's name. */
  readonly name: string;
  /** The arguments by name. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The tool's description, if known: it may say that the tool runs Python. */
  readonly description?: string;
  /** JSON Schema of the arguments, if known: `contentMediaType`, `format`, a title or a description may say Python. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** Arguments that hold code by convention, most telling first. */
const CODE_ARGUMENTS: readonly string[] = ['code', 'command', 'query', 'script', 'source'];

const PYTHON_WORD = /(?:^|[^a-z])(?:python3?|py|ipython|jupyter|code_?interpreter)(?:$|[^a-z])/i;
const OTHER_WORD =
  /(?:^|[^a-z])(?:bash|shell|sh|zsh|terminal|powershell|cmd|sql|javascript|node|js|typescript|ruby|perl|php|rust|go|java|lua|r)(?:$|[^a-z])/i;
const NO_MARKER = { weight: 0, words: '' } as const;

/**
 * The Python code in the arguments of a call; undefined where neither the tool's name, its description, its schema nor
 * a `language` argument says that the code is Python: a shell command is no Python.
 */
export function toolCallCandidate(call: ToolCallLike): Candidate | undefined {
  const field = codeArgument(call);
  if (field === undefined || !saysPython(call, field.name)) return undefined;
  const code = contentOf(field.value, 0, field.value.length);
  if (code === '') return undefined;
  return {
    code,
    source: 'tool_call',
    tag: call.name,
    saysPython: true,
    start: 0,
    end: 0,
    truncated: false,
    proseFrom: 0,
    proseEnd: 0,
    codeLines: countCodeLines(code),
    marker: NO_MARKER,
    parses: undefined,
  };
}

function codeArgument(call: ToolCallLike): { readonly name: string; readonly value: string } | undefined {
  const schema = propertiesOf(call.parameters);
  const named = CODE_ARGUMENTS.filter((name) => schema === undefined || name in schema);
  const marked = Object.keys(schema ?? {}).filter((name) => PYTHON_WORD.test(wordsOf(schema?.[name])));
  for (const name of [...marked, ...named, ...CODE_ARGUMENTS]) {
    const value = Object.hasOwn(call.arguments, name) ? call.arguments[name] : undefined;
    if (typeof value === 'string' && value.trim() !== '') return { name, value };
  }
  return undefined;
}

function saysPython(call: ToolCallLike, field: string): boolean {
  const language = call.arguments.language ?? call.arguments.lang;
  if (typeof language === 'string') return PYTHON_WORD.test(language);
  const words = wordsOf(propertiesOf(call.parameters)?.[field]);
  if (PYTHON_WORD.test(words)) return true;
  if (OTHER_WORD.test(call.name)) return false;
  return PYTHON_WORD.test(spaced(call.name)) || PYTHON_WORD.test(call.description ?? '');
}

function propertiesOf(parameters: ToolCallLike['parameters']): Record<string, unknown> | undefined {
  const properties = parameters?.properties;
  return typeof properties === 'object' && properties !== null
    ? (properties as Record<string, unknown>)
    : undefined;
}

/** What a property's schema says about it in words. */
function wordsOf(property: unknown): string {
  if (typeof property !== 'object' || property === null) return '';
  const { contentMediaType, format, title, description } = property as Record<string, unknown>;
  return [contentMediaType, format, title, description].filter((part) => typeof part === 'string').join(' ');
}

/** `runPython` as `run Python`. */
function spaced(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2');
}
