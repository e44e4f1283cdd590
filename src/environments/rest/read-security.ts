import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { resolved } from './document.js';
import { specError } from './rest-error.js';
import type { RestCredential } from './rest-operation.js';

/** The credentials that an operation asks for, in alternatives; empty where it can be called without. */
export function readSecurity(
  document: JsonObject,
  operation: JsonObject,
): readonly (readonly RestCredential[])[] {
  const needs = operation.security ?? document.security;
  if (!Array.isArray(needs)) return [];
  const alternatives = (needs as readonly Json[])
    .filter(isJsonObject)
    .map((need) => Object.keys(need).map((name) => credential(document, name)));
  return alternatives.some((alternative) => alternative.length === 0) ? [] : alternatives;
}

function credential(document: JsonObject, name: string): RestCredential {
  const components = isJsonObject(document.components) ? document.components : {};
  const schemes = isJsonObject(components.securitySchemes) ? components.securitySchemes : {};
  if (!Object.hasOwn(schemes, name))
    throw specError(`The security scheme ${JSON.stringify(name)} is not defined.`);
  const scheme = resolved(document, schemes[name], `The security scheme ${name}`);
  const { in: place } = scheme;
  if (scheme.type === 'apiKey' && (place === 'header' || place === 'query' || place === 'cookie')) {
    return { in: place, name: String(scheme.name), scheme: null };
  }
  const kind = scheme.type === 'http' ? String(scheme.scheme ?? 'bearer').toLowerCase() : 'bearer';
  return { in: 'header', name: 'authorization', scheme: kind };
}
