import { isJsonObject, type Json, type JsonObject, type RandomStream } from '../../core/index.js';
import type { BfclCase } from '../cases/benchmark-case.js';

/** A call as JSON text, so that numbers stay as they are written. */
export interface WrittenCall {
  readonly tool: string;
  readonly text: string;
}

/** Reads JSON with each number as `{"#": "5.0"}`. */
export function marked(text: string): Json {
  return JSON.parse(
    text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
      token.startsWith('"') ? token : `{"#":"${token}"}`,
    ),
  ) as Json;
}

/** The text of what {@link marked} read. */
export function written(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((each) => written(each as Json)).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  if (typeof value['#'] === 'string') return value['#'];
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}: ${written(member as Json)}`)
    .join(', ')}}`;
}

/** Calls that a case accepts: of each argument one of its values, by chance where there are several. */
export function acceptedCalls(
  { answers, functions, language }: BfclCase,
  stream: RandomStream,
): readonly WrittenCall[] {
  return (marked(answers ?? '[]') as readonly JsonObject[]).map((answer) => {
    const [tool, accepted] = Object.entries(answer)[0] as [string, JsonObject];
    const described = functions.find((each) => isJsonObject(each) && each.name === tool) as JsonObject;
    const parameters = described.parameters as unknown as Parameters;
    const values = chosen(accepted, parameters, stream);
    if (language === undefined) return { tool, text: written(values) };
    const literals = Object.entries(values).map(([name, value]) => [
      name,
      literalOf(value as Json, parameters.properties[name] ?? {}, language),
    ]);
    return { tool, text: JSON.stringify(Object.fromEntries(literals)) };
  });
}

/** A value of {@link marked} as source in Java or JavaScript, as BFCL's converters read it. */
export function literalOf(
  value: Json,
  { type, items }: JsonObject,
  language: 'java' | 'javascript' | 'python',
): string {
  if (typeof value === 'string') return value;
  const itemType = isJsonObject(items) ? items.type : undefined;
  if (Array.isArray(value)) {
    const listed = (value as readonly Json[])
      .map((item) => itemLiteral(item, itemType, { type, language }))
      .join(', ');
    if (language === 'javascript') return `[${listed}]`;
    return type === 'Array' ? `new Object[]{${listed}}` : `new ArrayList<>(Arrays.asList(${listed}))`;
  }
  if (isJsonObject(value) && !('#' in value)) {
    const entries = Object.entries(value) as [string, Json][];
    return language === 'javascript'
      ? `{${entries.map(([name, each]) => `'${name}': ${memberLiteral(each, language)}`).join(', ')}}`
      : `new HashMap<String, Object>() {{ ${entries.map(([name, each]) => `put("${name}", ${memberLiteral(each, language)});`).join(' ')} }}`;
  }
  const number = written(value);
  if (type === 'long') return `${number}L`;
  return type === 'float' && language === 'java' ? `${number}f` : number;
}

function itemLiteral(
  item: Json,
  itemType: Json | undefined,
  {
    type,
    language,
  }: { readonly type: Json | undefined; readonly language: 'java' | 'javascript' | 'python' },
): string {
  if (typeof item !== 'string') {
    return Array.isArray(item)
      ? `[${(item as readonly Json[]).map((each) => memberLiteral(each, language)).join(', ')}]`
      : literalOf(item, { type: itemType ?? '' }, language);
  }
  // The rules take the marks off the texts in lists of JavaScript and in Java's ArrayList, and leave those in Java's arrays.
  const hasMarks = language === 'javascript' || (type === 'ArrayList' && itemType !== 'any');
  return hasMarks ? `"${item}"` : item;
}

function memberLiteral(value: Json, language: 'java' | 'javascript' | 'python'): string {
  if (typeof value === 'string') return `"${value}"`;
  return literalOf(value, {}, language);
}

interface Parameters {
  readonly properties: Readonly<Record<string, JsonObject>>;
  readonly required: readonly string[];
}

function chosen(
  accepted: JsonObject,
  { properties, required }: Parameters,
  stream: RandomStream,
): JsonObject {
  return Object.fromEntries(
    Object.entries(accepted).flatMap(([name, options]): [string, Json][] => {
      const values = (options as readonly Json[]).filter((value) => value !== '');
      const mayMiss = values.length < (options as readonly Json[]).length;
      const isRequired = required.includes(name);
      if (!isRequired && (values.length === 0 || (mayMiss && stream.chance(0.3)))) return [];
      if (mayMiss && properties[name] === undefined) return [];
      // An answer of '' is the empty list where a list is required.
      const nothing = ['array', 'Array', 'ArrayList'].includes(String(properties[name]?.type)) ? [] : '';
      const value = values.length === 0 ? nothing : stream.pick(values);
      const isDict = ['dict', 'HashMap'].includes(String(properties[name]?.type));
      const isDictList = (properties[name]?.items as JsonObject | undefined)?.type === 'dict';
      if (isDict && isJsonObject(value)) return [[name, member(value, stream)]];
      if (isDictList && Array.isArray(value)) {
        return [
          [
            name,
            value.map((each) => (isJsonObject(each as Json) ? member(each as JsonObject, stream) : each)),
          ],
        ];
      }
      return [[name, value]];
    }),
  ) as JsonObject;
}

function member(dict: JsonObject, stream: RandomStream): JsonObject {
  if ('#' in dict) return dict;
  return Object.fromEntries(
    Object.entries(dict).flatMap(([name, options]): [string, Json][] => {
      if (!Array.isArray(options)) return [[name, options as Json]];
      const values = (options as readonly Json[]).filter((value) => value !== '');
      return values.length === 0 ? [] : [[name, stream.pick(values)]];
    }),
  ) as JsonObject;
}
