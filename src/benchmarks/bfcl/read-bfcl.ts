import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { defineOptions, isJsonObject, type Json, type JsonObject, option } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { readHostLines } from '../../filesystem/internal.js';
import type { ToolDefinition } from '../../records/index.js';
import type { BfclCase, BfclLanguage, BfclRule } from '../cases/benchmark-case.js';
import { benchmarkError } from '../error-codes.js';
import { literalTool } from './literal-tool.js';

/** What {@link readBfcl} reads. */
export interface ReadBfclOptions {
  /** Names of categories, such as `simple_python`. Default: all in the folder that are scored by one turn of calls. */
  readonly categories?: readonly string[];
}

const checkOptions = defineOptions<ReadBfclOptions>()('readBfcl', {
  categories: option.list(option.string, 1),
});

/** How each category is scored. Those of several turns, memory and web search are not among them. */
const RULES: Readonly<Record<string, BfclRule>> = {
  simple_python: 'simple',
  simple_java: 'simple',
  simple_javascript: 'simple',
  multiple: 'simple',
  parallel: 'parallel',
  parallel_multiple: 'parallel',
  irrelevance: 'irrelevance',
  live_simple: 'simple',
  live_multiple: 'simple',
  live_parallel: 'parallel',
  live_parallel_multiple: 'parallel',
  live_irrelevance: 'irrelevance',
  live_relevance: 'relevance',
};

/** Categories whose functions are not Python's. */
const LANGUAGE_OF: Readonly<Record<string, BfclLanguage>> = {
  simple_java: 'java',
  simple_javascript: 'javascript',
};

const FILE = /^BFCL_v4_(\w+)\.json$/;
const LONGEST_LINE = 2 ** 24;

/**
 * Reads cases of the Berkeley Function Calling Leaderboard v4 from a folder of its files (`BFCL_v4_CATEGORY.json`, with
 * `possible_answer/` beside them), as the package `bfcl-eval` has them in `data/`.
 *
 * @throws {MettleError} `benchmarks/invalid_case` for a folder without such files, a category that it hasn't or that can't be scored, and a
 *   line that is no question.
 */
export async function readBfcl(folder: string, options: ReadBfclOptions = {}): Promise<readonly BfclCase[]> {
  const { categories } = checkOptions(options);
  const there = await categoriesIn(folder);
  const scored = there.filter((name) => Object.hasOwn(RULES, name));
  const wanted = categories ?? scored;
  if (wanted.length === 0) {
    throw invalid(
      `${folder} holds no BFCL_v4_CATEGORY.json that can be scored: ${Object.keys(RULES).join(', ')}`,
    );
  }
  const cases: BfclCase[] = [];
  for (const category of wanted) {
    if (!scored.includes(category)) {
      throw invalid(
        there.includes(category)
          ? `The category ${category} can't be scored; those that can are ${Object.keys(RULES).join(', ')}`
          : `${folder} has no category ${category}; it has ${scored.join(', ')}`,
      );
    }
    cases.push(...(await readCategory(folder, category)));
  }
  return cases;
}

async function categoriesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).flatMap((name) => FILE.exec(name)?.[1] ?? []).sort();
  } catch (error) {
    throw invalid(`Cannot read ${folder}: ${errorMessage(error)}`);
  }
}

async function readCategory(folder: string, category: string): Promise<readonly BfclCase[]> {
  const name = `BFCL_v4_${category}.json`;
  const rule = RULES[category] ?? 'simple';
  const language = LANGUAGE_OF[category] ?? 'python';
  const answers = new Map<string, string>();
  if (rule === 'simple' || rule === 'parallel') {
    for await (const { entry, text, place } of objectsIn(join(folder, 'possible_answer', name))) {
      if (typeof entry.id !== 'string') throw invalid(`${place} has no id`);
      answers.set(entry.id, groundTruthIn(text, place));
    }
  }
  const cases: BfclCase[] = [];
  for await (const { entry, place } of objectsIn(join(folder, name))) {
    const { id, question, function: functions } = entry;
    const turn: readonly Json[] = Array.isArray(question) && Array.isArray(question[0]) ? question[0] : [];
    if (typeof id !== 'string' || !Array.isArray(functions) || turn.length === 0) {
      throw invalid(`${place} is no question of BFCL`);
    }
    const answer = answers.get(id) ?? null;
    if (answer === null && (rule === 'simple' || rule === 'parallel'))
      throw invalid(`${place}: ${id} has no answer`);
    const instructions = contentsOf(turn, (role) => role === 'system');
    cases.push({
      id,
      category,
      query: contentsOf(turn, (role) => role !== 'system'),
      ...(instructions === '' ? {} : { instructions }),
      tools: functions.filter(isJsonObject).map((each) => toolOf(each, language)),
      functions: functions as readonly Json[],
      answers: answer,
      rule,
      ...(language === 'python' ? {} : { language }),
    });
  }
  return cases;
}

async function* objectsIn(path: string) {
  for await (const { line, text, problem } of readHostLines(path, 'BFCL', { maxLineBytes: LONGEST_LINE })) {
    if (text !== null && text.trim() === '') continue;
    const place = `${path}, line ${line}`;
    const entry = text === null ? null : parsed(text);
    if (text === null || !isJsonObject(entry))
      throw invalid(`${place} is no JSON object${problem === null ? '' : `: ${problem}`}`);
    yield { entry, text, place };
  }
}

/** The text of `ground_truth`, with its numbers as they are written. */
function groundTruthIn(text: string, place: string): string {
  const start = /"ground_truth"\s*:\s*/.exec(text);
  const rest = start === null ? '' : text.slice(start.index + start[0].length).trim();
  // It comes last in each line, before the end of the object; where it doesn't, how numbers are written is lost.
  const last = rest.slice(0, rest.lastIndexOf('}'));
  if (Array.isArray(parsed(last))) return last;
  const entry = parsed(text);
  const truth = isJsonObject(entry) ? entry.ground_truth : undefined;
  if (!Array.isArray(truth)) throw invalid(`${place} has no ground_truth`);
  return JSON.stringify(truth);
}

function contentsOf(turn: readonly Json[], isMeant: (role: Json | undefined) => boolean): string {
  return turn
    .flatMap((message) =>
      isJsonObject(message) && isMeant(message.role) ? [String(message.content ?? '')] : [],
    )
    .join('\n\n');
}

function toolOf({ name, description, parameters }: JsonObject, language: BfclLanguage): ToolDefinition {
  const schema = isJsonObject(parameters) ? parameters : {};
  const tool = { name: String(name), description: typeof description === 'string' ? description : '' };
  return language === 'python'
    ? { ...tool, parameters: jsonSchemaOf(schema) }
    : literalTool(tool, schema, language);
}

/** The types of BFCL that JSON Schema calls otherwise. */
const TYPES: Readonly<Record<string, string>> = { dict: 'object', float: 'number', tuple: 'array' };
const KEPT: ReadonlySet<unknown> = new Set([
  'object',
  'number',
  'array',
  'string',
  'integer',
  'boolean',
  'null',
]);

/** A schema of BFCL as JSON Schema. A type that JSON Schema doesn't know is left open. */
function jsonSchemaOf(schema: JsonObject): JsonObject {
  const { type, properties, items, ...others } = schema;
  const named = typeof type === 'string' && Object.hasOwn(TYPES, type) ? TYPES[type] : type;
  return {
    ...others,
    ...(KEPT.has(named) ? { type: named as string } : {}),
    ...(isJsonObject(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, each]) => [
              name,
              isJsonObject(each) ? jsonSchemaOf(each) : true,
            ]),
          ),
        }
      : {}),
    ...(isJsonObject(items) ? { items: jsonSchemaOf(items) } : {}),
  };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

function invalid(what: string) {
  return benchmarkError('invalid_case', `${what}.`);
}
