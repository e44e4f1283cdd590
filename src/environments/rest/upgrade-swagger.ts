import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { resolved } from './document.js';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];
/** Members of a parameter that version 3 has beside the schema. */
const BESIDE = new Set(['name', 'in', 'description', 'required', 'collectionFormat', 'allowEmptyValue']);
const STYLES: Readonly<Record<string, JsonObject>> = {
  csv: { explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
};

/**
 * A Swagger 2.0 document as an OpenAPI 3.0 document. References need no change: they lead to where the document has its
 * definitions. What isn't as the specification has it stays, and is refused by whoever reads it.
 */
export function upgradedSwagger(document: JsonObject): JsonObject {
  if (document.swagger !== '2.0') return document;
  const { swagger: _, paths, host, basePath, schemes, securityDefinitions, ...rest } = document;
  const [scheme = 'https'] = textsOf(schemes);
  const base = typeof basePath === 'string' ? basePath : '';
  const servers = typeof host === 'string' ? [{ url: `${scheme}://${host}${base}` }] : [{ url: base || '/' }];
  return {
    ...rest,
    openapi: '3.0.3',
    servers,
    components: { securitySchemes: mapped(securityDefinitions, upgradedScheme) },
    ...(isJsonObject(paths) && { paths: mapped(paths, (item) => upgradedPath(document, item)) }),
  };
}

function upgradedPath(document: JsonObject, item: JsonObject): JsonObject {
  const { parameters: shared, ...rest } = item;
  return Object.fromEntries(
    Object.entries(rest).map(([key, operation]) => [
      key,
      METHODS.includes(key) && isJsonObject(operation)
        ? upgradedOperation(document, operation, listOf(shared))
        : operation,
    ]),
  );
}

function upgradedOperation(document: JsonObject, operation: JsonObject, shared: readonly Json[]): JsonObject {
  const { parameters, consumes, produces, responses, ...rest } = operation;
  const found = new Map<string, JsonObject>();
  const unread: Json[] = [];
  for (const each of [...shared, ...listOf(parameters)]) {
    const parameter = tryResolve(document, each);
    if (parameter === null) unread.push(each);
    else found.set(`${String(parameter.in)} ${String(parameter.name)}`, parameter);
  }
  const all = [...found.values()];
  const body = all.find((parameter) => parameter.in === 'body');
  const fields = all.filter((parameter) => parameter.in === 'formData');
  const types = textsOf(consumes ?? document.consumes);
  return {
    ...rest,
    parameters: [
      ...all.filter(({ in: place }) => place !== 'body' && place !== 'formData').map(upgradedParameter),
      // References that can't be followed, for the reader to name.
      ...unread,
    ],
    ...(body !== undefined && {
      requestBody: {
        ...(body.required === true && { required: true }),
        content: contentOf(types, body.schema ?? {}),
      },
    }),
    ...(body === undefined && fields.length > 0 && { requestBody: formOf(fields, types) }),
    ...(isJsonObject(responses) && {
      responses: mapped(responses, (response) => {
        const found = tryResolve(document, response);
        if (found === null) return response;
        const { schema } = found;
        const media = textsOf(produces ?? document.produces);
        return schema === undefined ? {} : { content: contentOf(media, schema) };
      }),
    }),
  };
}

function upgradedParameter(parameter: JsonObject): JsonObject {
  const { name, in: place, description, required, collectionFormat } = parameter;
  const style = parameter.type === 'array' ? STYLES[String(collectionFormat ?? 'csv')] : undefined;
  return {
    ...(name !== undefined && { name }),
    ...(place !== undefined && { in: place }),
    ...(description !== undefined && { description }),
    ...(required !== undefined && { required }),
    ...style,
    schema: schemaOf(parameter),
  };
}

function formOf(fields: readonly JsonObject[], types: readonly string[]): JsonObject {
  const hasFile = fields.some(({ type }) => type === 'file');
  const forms = types.filter((type) =>
    /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/.test(type),
  );
  const schema: JsonObject = {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [
        String(field.name),
        { ...(field.description !== undefined && { description: field.description }), ...schemaOf(field) },
      ]),
    ),
    required: fields.filter(({ required }) => required === true).map(({ name }) => String(name)),
  };
  const usual = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  return { required: true, content: contentOf(forms.length === 0 ? [usual] : forms, schema) };
}

function schemaOf(parameter: JsonObject): JsonObject {
  const schema = Object.fromEntries(Object.entries(parameter).filter(([name]) => !BESIDE.has(name)));
  return schema.type === 'file' ? { type: 'string', format: 'binary' } : schema;
}

function upgradedScheme(scheme: JsonObject): JsonObject {
  return scheme.type === 'basic' ? { type: 'http', scheme: 'basic' } : scheme;
}

function contentOf(types: readonly string[], schema: Json): JsonObject {
  return Object.fromEntries(
    (types.length === 0 ? ['application/json'] : types).map((type) => [type, { schema }]),
  );
}

/** An object with each object in it replaced; what is no object stays. */
function mapped(value: Json | undefined, change: (member: JsonObject) => JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(isJsonObject(value) ? value : {}).map(([name, member]) => [
      name,
      isJsonObject(member) ? change(member) : member,
    ]),
  );
}

function tryResolve(document: JsonObject, value: Json): JsonObject | null {
  try {
    return resolved(document, value, 'A part');
  } catch {
    return null;
  }
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function textsOf(value: Json | undefined): readonly string[] {
  return listOf(value).filter((each) => typeof each === 'string');
}
