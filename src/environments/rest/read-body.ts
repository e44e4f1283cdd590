import { isJsonObject, type JsonObject } from '../../core/index.js';
import type { SchemaConverter } from './convert-schema.js';
import { resolved } from './document.js';
import { isJsonType } from './media-type.js';
import { argumentName, type UniqueNames } from './operation-names.js';
import type { BodyEncoding, RestBody } from './rest-operation.js';
import { definitionsOf, objectShape } from './schema-shape.js';

/**
 * The body of an operation's requests. The members of a plain object become arguments of their own, with `body_` before
 * the name of one that a parameter has; whatever else is the argument `body`.
 */
export function readBody({
  document,
  converter,
  names,
  operation,
}: {
  readonly document: JsonObject;
  readonly converter: SchemaConverter;
  readonly names: UniqueNames;
  readonly operation: JsonObject;
}): RestBody | null {
  if (operation.requestBody === undefined) return null;
  const body = resolved(document, operation.requestBody, 'The request body');
  const types = Object.entries(isJsonObject(body.content) ? body.content : {});
  const chosen =
    types.find(([type]) => isJsonType(type)) ??
    types.find(([type]) => encodingOf(type) === 'form') ??
    types.find(([type]) => encodingOf(type) === 'multipart') ??
    types[0];
  if (chosen === undefined) return null;
  const [mediaType, value] = chosen;
  const encoding = encodingOf(mediaType);
  const media = resolved(document, value, `The content ${mediaType}`);
  const schema =
    encoding === 'text' ? ({ type: 'string' } satisfies JsonObject) : converter.convert(media.schema ?? true);
  const shape = objectShape(schema, definitionsOf(schema), { strict: true });
  const plain =
    shape === null || shape.open || (shape.properties.size === 0 && body.required !== true) ? null : shape;
  const memberSchemas = new Map(
    [...(plain?.properties ?? [])].map(([name, member]) => [
      name,
      { schema: member, required: plain?.required.has(name) === true },
    ]),
  );
  return {
    mediaType: mediaType === '*/*' ? 'application/json' : mediaType,
    encoding,
    required: body.required === true,
    schema,
    members:
      plain === null
        ? null
        : new Map([...plain.properties.keys()].map((name) => [giveName(names, name), name])),
    memberSchemas,
    argument: plain === null ? giveName(names, 'body') : '',
  };
}

function giveName(names: UniqueNames, member: string): string {
  const name = argumentName(member);
  return names.give(name, `body_${name}`);
}

function encodingOf(mediaType: string): BodyEncoding {
  if (isJsonType(mediaType) || mediaType === '*/*') return 'json';
  if (/^application\/x-www-form-urlencoded\b/i.test(mediaType)) return 'form';
  return /^multipart\/form-data\b/i.test(mediaType) ? 'multipart' : 'text';
}
