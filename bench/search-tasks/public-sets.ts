import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { canonicalJson, isJsonObject, type Json, sha256 } from 'mettle/core';
import type { InputOutput } from 'mettle/training';

/** A task of a public set, with all its pairs. */
export interface PublicTask {
  readonly name: string;
  readonly pairs: readonly InputOutput[];
}

/** A public set: where its files are, if anywhere, and how they are read. */
export interface PublicSet {
  readonly name: string;
  /** The environment variable that names its folder or file. */
  readonly variable: string;
  /** What to point it at. */
  readonly source: string;
  readonly read: (path: string) => readonly PublicTask[];
}

/** Sets of tasks that others published. None of their files is in this repository. */
export const publicSets: readonly PublicSet[] = [
  {
    name: 'prose',
    variable: 'METTLE_PROSE',
    source: "the folder Transformation.Text of Microsoft's prose-benchmarks",
    read: readProse,
  },
  {
    name: 'sygus',
    variable: 'METTLE_SYGUS',
    source: 'the folder comp/2019/PBE_SLIA_Track of the SyGuS benchmarks',
    read: readSygus,
  },
  {
    name: 'list-functions',
    variable: 'METTLE_LIST_FUNCTIONS',
    source: 'list_function.jsonl, 250 concepts with train and test pairs written as text',
    read: readListFunctions,
  },
  {
    name: 'list-routines',
    variable: 'METTLE_LIST_ROUTINES',
    source: "list_tasks.json of DreamCoder's repository",
    read: readListRoutines,
  },
  {
    name: 'cells',
    variable: 'METTLE_CELLS',
    source: 'the folder Benchmark of Transform-Data-by-Example, or one of the folders in it',
    read: readCells,
  },
];

/** The pairs with different inputs, in an order that depends on nothing but the task. */
export function shuffledPairs({ name, pairs }: PublicTask): PublicTask['pairs'] {
  const byInput = new Map(pairs.map((pair) => [canonicalJson(pair.input), pair] as const));
  return [...byInput]
    .map(([input, pair]) => ({ hash: sha256(name + input), pair }))
    .sort((left, right) => (left.hash < right.hash ? -1 : 1))
    .map(({ pair }) => pair);
}

/** A folder for each task, with `spec.json`: `{"Examples": [{"Input": [texts], "Output": text}]}`. */
function readProse(folder: string): PublicTask[] {
  return filesIn(folder, 'spec.json').map((file) => {
    const spec = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')) as {
      readonly Examples: readonly { readonly Input: Json; readonly Output: Json }[];
    };
    return {
      name: basename(dirname(file)),
      pairs: spec.Examples.map(({ Input, Output }) => ({ input: columns([Input].flat()), output: Output })),
    };
  });
}

/** One column as it is; several by their letters. */
function columns(cells: readonly Json[], names: readonly string[] = []): Json {
  const [only] = cells;
  if (cells.length === 1 && only !== undefined) return only;
  return Object.fromEntries(
    cells.map((cell, index) => [names[index] ?? String.fromCharCode(97 + index), cell]),
  );
}

/** Files of SyGuS's language: the constraints `(= (f "input") "output")` are the pairs. */
function readSygus(folder: string): PublicTask[] {
  return filesIn(folder, '.sl').flatMap((file) => {
    const forms = readForms(readFileSync(file, 'utf8'));
    const target = forms.find((form) => Array.isArray(form) && form[0] === 'synth-fun');
    if (!Array.isArray(target) || !Array.isArray(target[2])) return [];
    const names = target[2].map((parameter) => String(Array.isArray(parameter) ? parameter[0] : parameter));
    const pairs = forms.flatMap((form) => pairOf(form, String(target[1]), names));
    return pairs.length === 0 ? [] : [{ name: basename(file, '.sl'), pairs }];
  });
}

type Form = string | readonly Form[];

function readForms(text: string): readonly Form[] {
  const open: Form[][] = [[]];
  for (const [token] of text.replace(/^\s*;.*$/gm, '').matchAll(/"(?:[^"]|"")*"|[()]|[^\s()]+/g)) {
    const inner = open.at(-1);
    if (token === '(') open.push([]);
    else if (token !== ')') inner?.push(token);
    else if (open.length > 1) open.at(-2)?.push(open.pop() ?? []);
  }
  return open[0] ?? [];
}

function pairOf(form: Form, name: string, names: readonly string[]): InputOutput[] {
  if (!Array.isArray(form) || form[0] !== 'constraint' || !Array.isArray(form[1]) || form[1][0] !== '=')
    return [];
  const [, left, right] = form[1] as readonly Form[];
  const [call, output] = Array.isArray(left) && left[0] === name ? [left, right] : [right, left];
  if (!Array.isArray(call) || call[0] !== name || output === undefined) return [];
  return [{ input: columns(call.slice(1).map(readTerm), names), output: readTerm(output) }];
}

function readTerm(form: Form): Json {
  if (Array.isArray(form)) return -Number(form[1]);
  const text = String(form);
  if (text.startsWith('"')) return text.slice(1, -1).replaceAll('""', '"');
  return text === 'true' || text === 'false' ? text === 'true' : Number(text);
}

/** A line for each concept: `{"train": [{"input": "[1, 2]", "output": "[2]"}], "test": […]}`. */
function readListFunctions(file: string): PublicTask[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line, index) => {
    const record = JSON.parse(line) as Json;
    const pairs = isJsonObject(record) ? [record.train, record.test].flat() : [];
    return {
      name: `c${String(index + 1).padStart(3, '0')}`,
      pairs: pairs.flatMap((pair) =>
        isJsonObject(pair) ? [{ input: parsed(pair.input), output: parsed(pair.output) }] : [],
      ),
    };
  });
}

/** `[{"name", "examples": [{"i": input, "o": output}]}]`. */
function readListRoutines(file: string): PublicTask[] {
  const tasks = JSON.parse(readFileSync(file, 'utf8')) as readonly {
    readonly name: string;
    readonly examples: readonly { readonly i: Json; readonly o: Json }[];
  }[];
  return tasks.map(({ name, examples }) => ({
    name,
    pairs: examples.map(({ i, o }) => ({ input: i, output: o })),
  }));
}

/** A file for each task, a line for each row: the cells given, an empty cell, the cell wanted, parted by tabs. */
function readCells(folder: string): PublicTask[] {
  return filesIn(folder, '.txt').map((file) => ({
    name: basename(file, '.txt'),
    pairs: decoded(readFileSync(file))
      .split(/\r?\n/)
      .flatMap((line) => {
        const [given = '', wanted, ...rest] = line.split('\t\t');
        return wanted === undefined || rest.length > 0 || wanted.includes('\t')
          ? []
          : [{ input: columns(given.split('\t')), output: wanted }];
      }),
  }));
}

/** Some of the files are UTF-8, others of the code page of Western Windows. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function parsed(text: Json | undefined): Json {
  return JSON.parse(String(text)) as Json;
}

function filesIn(folder: string, ending: string): string[] {
  if (!existsSync(folder)) throw new Error(`${folder} does not exist.`);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, name));
}
