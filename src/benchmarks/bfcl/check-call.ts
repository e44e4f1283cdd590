import { isJsonObject, type Json } from '../../core/index.js';
import type { BfclLanguage } from '../cases/benchmark-case.js';
import { checkType } from './check-type.js';
import { isAmong, isDictAmong, isDictList, isList, isText } from './check-value.js';
import { LANGUAGES, type LanguageRules } from './language.js';
import type { PythonType, PythonValue } from './python-value.js';

/** A call as the rules see it. */
export interface BfclCall {
  readonly tool: string;
  readonly arguments: { readonly [name: string]: PythonValue };
}

/** A function's name and the accepted values of each argument; `""` among them: it may be left out. */
export interface BfclAnswer {
  readonly tool: string;
  readonly accepted: Readonly<Record<string, readonly PythonValue[]>>;
}

/** The functions that a question describes, and their language. */
export interface BfclFunctions {
  readonly functions: readonly Json[];
  readonly language: BfclLanguage;
}

/**
 * What is wrong with a call, null where nothing is. The rules are those of `simple_function_checker` of BFCL v4.
 */
export function callProblem(
  { functions, language }: BfclFunctions,
  call: BfclCall,
  { tool, accepted }: BfclAnswer,
): string | null {
  if (call.tool !== tool) return `Expected ${tool}; got another function.`;
  const described = functions.find((each) => isJsonObject(each) && each.name === tool) ?? functions[0];
  const parameters = isJsonObject(described) ? described.parameters : null;
  const { properties, required } = isJsonObject(parameters) ? parameters : {};
  const missing = (Array.isArray(required) ? required : []).find(
    (name) => !Object.hasOwn(call.arguments, String(name)),
  );
  if (missing !== undefined) return `${tool}: ${String(missing)} is required.`;
  for (const [name, value] of Object.entries(call.arguments)) {
    const schema = isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!isJsonObject(schema) || !Object.hasOwn(accepted, name)) return `${tool}: ${name} is not expected.`;
    const problem = valueProblem(value, schema, {
      answers: accepted[name] as readonly PythonValue[],
      rules: LANGUAGES[language],
    });
    if (problem !== null) return `${tool}: ${name} ${problem}.`;
  }
  const left = Object.entries(accepted).find(
    ([name, answers]) => !Object.hasOwn(call.arguments, name) && !isAmong('', answers),
  );
  return left === undefined ? null : `${tool}: ${left[0]} is missing.`;
}

function valueProblem(
  given: PythonValue,
  schema: Readonly<Record<string, Json | undefined>>,
  { answers, rules }: { readonly answers: readonly PythonValue[]; readonly rules: LanguageRules },
): string | null {
  const wanted = typeIn(rules, schema.type);
  if (wanted === null) return 'has a type that the rules do not know';
  const itemType =
    rules.lists.includes(String(schema.type)) && isJsonObject(schema.items) ? schema.items.type : null;
  const items = typeIn(rules, itemType);
  if (rules.valueOf !== null && typeof given !== 'string') return 'is not written as text';
  const value =
    rules.valueOf === null || typeof given !== 'string'
      ? given
      : rules.valueOf(given, String(schema.type), typeof itemType === 'string' ? itemType : null);
  // An int of Python is taken for a float, and never the other way round.
  const isFloat = rules.valueOf === null && wanted === 'float' && checkType(value, [], 'int', null).valid;
  const { valid, isVariable } = isFloat
    ? { valid: true, isVariable: true }
    : checkType(value, answers, wanted, items);
  if (!valid) return `is no ${String(schema.type)}`;
  const isRight = isVariable ? isAmong(value, answers) : holds(value, answers, { wanted, items });
  return isRight ? null : 'has none of the accepted values';
}

/** The Python type of a schema's `type`; null for one that the rules don't know. */
function typeIn({ types }: LanguageRules, name: unknown): PythonType | null {
  return typeof name === 'string' && Object.hasOwn(types, name) ? (types[name] ?? null) : null;
}

function holds(
  value: PythonValue,
  answers: readonly PythonValue[],
  { wanted, items }: { readonly wanted: string; readonly items: string | null },
): boolean {
  if (wanted === 'dict') return isDictAmong(value, answers);
  if (wanted === 'list' && items === 'dict') return isDictList(value as readonly PythonValue[], answers);
  if (wanted === 'str') return isText(value as string, answers);
  if (wanted === 'list') return isList(value as readonly PythonValue[], answers);
  return isAmong(value, answers);
}
