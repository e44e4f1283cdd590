import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { callArguments, type Episode, isCallStep, type TrajectoryStep } from '../../records/index.js';
import { argumentLeaves, isCode, isSql } from '../policies/argument-leaves.js';

/** A word or number in the arguments of a call that nothing before the call holds. */
export interface UnseenArgument {
  /** The call's place among the steps, from 0. */
  readonly step: number;
  readonly tool: string;
  /** The argument's path: `user_id`, `items.0.name`. */
  readonly argument: string;
  /** The word or number. */
  readonly value: string;
}

/**
 * The words and numbers in the calls of a record that its agent can't have known: they stand neither in the prompt and the
 * instructions nor in the tools it was offered, nor in what a tool answered before.
 *
 * A word is known whatever its case, a number whatever its format (`5.0`, `1,200`). Computed values are known where they are
 * the length of a list that a tool answered with. In SQL and Python the language's own words, the names that the
 * source itself introduces, 0 and 1 are known too. Not looked at: truth values, and what a model wrote in place of arguments.
 */
export function unseenArguments({ task, tools, steps }: Episode): readonly UnseenArgument[] {
  const seen = new SeenText(wordsOfTools(tools));
  seen.addText(`${task.prompt}\n${task.instructions ?? ''}`);
  const unseen: UnseenArgument[] = [];
  for (const [step, each] of steps.entries()) {
    if (each.type === 'observation') seen.addObservation(each);
    if (!isCallStep(each)) continue;
    const given = callArguments(each);
    for (const leaf of argumentLeaves(given)) {
      if (typeof leaf.value === 'boolean') continue;
      const text = String(leaf.value);
      const own = isSql(leaf)
        ? sqlWords(text)
        : isCode(leaf) || isPythonFile(given)
          ? pythonWords(text)
          : null;
      for (const value of new Set(wordsOf(text))) {
        if (seen.has(value) || own?.has(value.toLowerCase()) === true) continue;
        unseen.push({ step, tool: each.tool, argument: leaf.path.join('.'), value });
      }
    }
  }
  return unseen;
}

/** What tools say that were met before: those of a large API have a hundred megabytes of schemas, the same in each episode. */
const knownTools = new WeakMap<Episode['tools'], SeenText>();

function wordsOfTools(tools: Episode['tools']): SeenText {
  let seen = knownTools.get(tools);
  if (seen === undefined) {
    seen = new SeenText();
    seen.addValue(tools.map(({ name, description, parameters }) => ({ name, description, parameters })));
    knownTools.set(tools, seen);
  }
  return seen;
}

/** The words and numbers that an agent has seen so far. */
class SeenText {
  /** What was seen before. */
  readonly #before: SeenText | null;
  readonly #words = new Set<string>();
  readonly #numbers = new Set<number>();

  constructor(before: SeenText | null = null) {
    this.#before = before;
  }

  has(word: string): boolean {
    const isSeen = isNumber(word) ? this.#numbers.has(Number(word)) : this.#words.has(word.toLowerCase());
    return isSeen || this.#before?.has(word) === true;
  }

  addText(text: string): void {
    for (const word of [...wordsOf(text), ...wordsOf(text.replace(/(?<=\d),(?=\d{3})/g, ''))]) {
      if (isNumber(word)) this.#numbers.add(Number(word));
      else this.#words.add(word.toLowerCase());
    }
  }

  /** The names and values in data, and how long its lists are. */
  addValue(value: Json): void {
    if (Array.isArray(value)) {
      this.#numbers.add(value.length);
      for (const item of value) this.addValue(item);
    } else if (isJsonObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        this.addText(name);
        this.addValue(member ?? null);
      }
    } else if (value !== null) this.addText(String(value));
  }

  addObservation({ content, data }: Extract<TrajectoryStep, { type: 'observation' }>): void {
    this.addText(content);
    this.addValue(data);
  }
}

const WORD = /(?<![\p{L}\p{N}_])\d+\.\d+(?![\p{L}\p{N}_])|[\p{L}\p{N}_]+/gu;

function wordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

function isNumber(word: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(word);
}

/** Whether a call is about a file of Python. */
function isPythonFile({ path }: JsonObject): boolean {
  return typeof path === 'string' && path.endsWith('.py');
}

const CONSTANTS = ['0', '1'];

const SQL = new Set(
  [
    'select distinct from where and or not in is null as on join inner left outer cross using group by having order asc desc',
    'limit offset union all except intersect case when then else end between like exists with recursive values insert into',
    'update set delete default count sum avg min max round abs coalesce nullif length lower upper trim substr replace cast',
    'integer real text numeric date strftime total group_concat extract year',
  ].flatMap((line) => line.split(' ')),
);

/** The words of SQL, and the names that a statement gives. */
function sqlWords(sql: string): ReadonlySet<string> {
  const given = [...sql.matchAll(/\bas\s+"?(\w+)"?/gi)].map(([, name = '']) => name.toLowerCase());
  return new Set([...SQL, ...given, ...CONSTANTS]);
}

const PYTHON = [
  'and as assert async await break class continue def del elif else except false finally for from global if import in is',
  'lambda none nonlocal not or pass raise return true try while with yield self',
  'abs all any bool chr dict enumerate filter float int isinstance len list map max min next open ord print range repr reversed round',
  'set sorted str sum tuple type zip append extend insert items keys values get join split strip lower upper title replace',
  'startswith endswith isdigit isalpha count index find pop sort reverse add update',
].flatMap((line) => line.split(' '));

/** The words of Python, and the names that a source gives: functions, parameters, variables. */
function pythonWords(source: string): ReadonlySet<string> {
  const given = [
    ...source.matchAll(/\b(?:def|class|as)\s+(\w+)/g),
    ...source.matchAll(/(?<!\w)(\w+)\s*(?:[-+*/]?=(?!=)|:=)/g),
  ].map(([, name = '']) => name);
  const lists = [
    ...source.matchAll(/\bdef\s+\w+\(([^)]*)\)/g),
    ...source.matchAll(/\blambda\s([^:]{0,200}):/g),
    ...source.matchAll(/\bfor\s([\w\s,()]{1,200}?)\sin\b/g),
    ...source.matchAll(/^([\w\s,]{1,200}?)=(?!=)/gm),
  ].flatMap(([, names = '']) => wordsOf(names));
  return new Set([...PYTHON, ...CONSTANTS, ...given, ...lists].map((word) => word.toLowerCase()));
}
