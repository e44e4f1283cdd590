import { isJsonObject, type Json, type JsonObject } from '../../../core/index.js';
import { defaultSqlLimits } from '../../../environments/internal.js';
import { SQL_WITH_RULES } from '../../../generation/internal.js';
import { MODULE_WORLD } from '../../../records/internal.js';
import { DEFAULT_SANDBOX_LIMITS } from '../../../sandbox/index.js';

/**
 * Why a world that came with records is opened only if the user names it: it reaches the host's files, a server or a
 * browser, or it may take more time and memory than a world does by default. Null where neither is so.
 */
export function whyMustBeNamed(config: JsonObject): string | null {
  const outside = reachingOut(config);
  if (outside === MODULE_WORLD) return 'runs a program, with your rights';
  if (outside !== null) return `opens ${outside}, which is outside Mettle`;
  const limit = raisedLimit(config);
  return limit === null ? null : `allows a world more than the default (${limit})`;
}

/** Whether worlds live in this process alone, and begin again from their description: no sandbox, server, browser or module. */
export function livesInProcess(config: JsonObject): boolean {
  switch (config.type) {
    case 'sql':
    case 'world':
      return true;
    case SQL_WITH_RULES:
      return config.engine !== 'postgres';
    case 'files':
      return config.python === undefined;
    case 'rest':
      return config.mock !== undefined;
    case 'composite':
      return partsOf(config).every(livesInProcess);
    default:
      return false;
  }
}

function reachingOut(config: JsonObject): string | null {
  const { type } = config;
  if (type === MODULE_WORLD) return MODULE_WORLD;
  if (type === 'world') return null;
  if (type === 'sql' || type === SQL_WITH_RULES || type === 'postgres') {
    // Who gives the SHA-256 of a file knows what is in it.
    const isKnown = config.database === undefined || typeof config.sha256 === 'string';
    return isKnown ? null : 'a file of this machine';
  }
  if (type === 'files' || type === 'python') {
    const isInside = config.folder === undefined && config.packages === undefined;
    return isInside ? null : 'a folder of this machine';
  }
  if (type === 'coding') {
    const isKnown = config.folder === undefined || typeof config.sha256 === 'string';
    if (!isKnown || config.packages !== undefined) return 'a folder of this machine';
    const { programs } = config;
    return Array.isArray(programs) && programs.length > 0 ? 'programs of this machine' : null;
  }
  if (type === 'rest' && config.mock !== undefined && isJsonObject(config.spec)) {
    return config.baseUrl === undefined ? null : 'a server';
  }
  if (type !== 'composite' || !Array.isArray(config.environments)) return `a world of type ${String(type)}`;
  return firstOf(partsOf(config), reachingOut) ?? null;
}

function raisedLimit(config: JsonObject): string | null {
  const { type, limits, python } = config;
  if (type === 'sql' || type === 'postgres') return overDefault(limits, defaultSqlLimits);
  if (type === 'python' || type === 'coding') return overDefault(limits, DEFAULT_SANDBOX_LIMITS);
  if (type === 'files' && isJsonObject(python)) return overDefault(python.limits, DEFAULT_SANDBOX_LIMITS);
  return type === 'composite' ? firstOf(partsOf(config), raisedLimit) : null;
}

function overDefault(limits: Json | undefined, defaults: object): string | null {
  if (!isJsonObject(limits)) return null;
  const usual = new Map<string, unknown>(Object.entries(defaults));
  const raised = Object.entries(limits).find(
    ([name, value]) =>
      typeof value === 'number' && value > Number(usual.get(name) ?? Number.POSITIVE_INFINITY),
  );
  return raised === undefined ? null : `${raised[0]}: ${String(raised[1])}`;
}

function partsOf({ environments }: JsonObject): readonly JsonObject[] {
  const parts: readonly Json[] = Array.isArray(environments) ? (environments as readonly Json[]) : [];
  return parts.map((part) => (isJsonObject(part) ? part : { type: 'something unknown' }));
}

function firstOf(parts: readonly JsonObject[], ask: (part: JsonObject) => string | null): string | null {
  for (const part of parts) {
    const found = ask(part);
    if (found !== null) return found;
  }
  return null;
}
