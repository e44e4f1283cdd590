import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { quoted } from '../../core/internal.js';
import type { SchemaConverter } from './convert-schema.js';
import { shortText } from './convert-schema.js';
import { resolved } from './document.js';
import { argumentName, snakeCase, type UniqueNames } from './operation-names.js';
import { specError } from './rest-error.js';
import type { ParameterPlace, RestParameter } from './rest-operation.js';

/** Headers that belong to the connection or to credentials; OpenAPI has the first three ignored. */
const REFUSED_HEADERS = new Set([
  'accept',
  'content-type',
  'authorization',
  'connection',
  'content-length',
  'content-encoding',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const PLACES: readonly string[] = ['path', 'query', 'header', 'cookie'];
const STYLES: Readonly<Record<ParameterPlace, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};
/** Arguments read in this order, so that a path parameter keeps its name. */
const ORDER: readonly ParameterPlace[] = ['path', 'query', 'header', 'cookie'];

/** What parameters are read from. */
export interface ReadParametersOptions {
  readonly document: JsonObject;
  readonly converter: SchemaConverter;
  readonly names: UniqueNames;
  readonly path: string;
  readonly operation: JsonObject;
  readonly pathItem: JsonObject;
  readonly given: { readonly headers: ReadonlySet<string>; readonly query: ReadonlySet<string> };
}

/** The parameters of an operation and of its path, those of the operation first where both have one. */
export function readParameters(options: ReadParametersOptions): readonly RestParameter[] {
  const { document, path, operation, pathItem, given } = options;
  const found = new Map<string, JsonObject>();
  for (const list of [pathItem.parameters, operation.parameters]) {
    if (!Array.isArray(list)) continue;
    for (const value of list as readonly Json[]) {
      const parameter = resolved(document, value, 'A parameter');
      const { name, in: place } = parameter;
      if (typeof name !== 'string' || name === '' || typeof place !== 'string' || !PLACES.includes(place)) {
        throw specError('A parameter needs a name, and `in` as path, query, header or cookie.');
      }
      const key = place === 'header' ? name.toLowerCase() : name;
      if (place === 'header' && (REFUSED_HEADERS.has(key) || key.startsWith('proxy-'))) continue;
      if (place === 'header' && !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
        throw specError(`${quoted(name)} is no name of a header.`);
      }
      if ((place === 'header' && given.headers.has(key)) || (place === 'query' && given.query.has(key)))
        continue;
      found.set(`${place} ${key}`, parameter);
    }
  }
  for (const [, name] of path.matchAll(/\{([^{}]+)\}/g)) {
    const key = `path ${name}`;
    if (!found.has(key))
      found.set(key, { name: name ?? '', in: 'path', required: true, schema: { type: 'string' } });
  }
  return ORDER.flatMap((place) =>
    [...found.values()]
      .filter((parameter) => parameter.in === place)
      .filter((parameter) => place !== 'path' || path.includes(`{${String(parameter.name)}}`))
      .map((parameter) => readParameter(parameter, place, options)),
  );
}

function readParameter(
  parameter: JsonObject,
  place: ParameterPlace,
  { converter, names, document }: ReadParametersOptions,
): RestParameter {
  const name = String(parameter.name);
  const plain = place === 'header' ? snakeCase(name) : argumentName(name);
  const content = isJsonObject(parameter.content) ? Object.values(parameter.content)[0] : undefined;
  const media = content === undefined ? undefined : resolved(document, content, `The content of ${name}`);
  const schema = converter.convert(
    media === undefined ? (parameter.schema ?? { type: 'string' }) : media.schema,
  );
  const { description } = parameter;
  const style =
    typeof parameter.style === 'string' && STYLES[place].includes(parameter.style)
      ? parameter.style
      : (STYLES[place][0] ?? 'form');
  return {
    name,
    in: place,
    argument: names.give(plain, `${place}_${plain}`),
    required: place === 'path' || parameter.required === true,
    schema: {
      ...exampleOf(parameter),
      ...(typeof description === 'string' && { description: shortText(description) }),
      ...schema,
    },
    style,
    explode: typeof parameter.explode === 'boolean' ? parameter.explode : style === 'form',
    json: media !== undefined,
  };
}

/** The examples of a parameter, as a schema has them. */
function exampleOf({ example, examples }: JsonObject): JsonObject {
  if (example !== undefined) return { examples: [example] };
  if (!isJsonObject(examples)) return {};
  const values = Object.values(examples).flatMap((each) =>
    isJsonObject(each) && each.value !== undefined ? [each.value] : [],
  );
  return values.length === 0 ? {} : { examples: values };
}
