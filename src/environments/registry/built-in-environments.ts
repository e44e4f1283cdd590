import type { JsonObject } from '../../core/index.js';
import type { EnvironmentConfig } from '../../records/index.js';
import { type BrowserEnvironmentOptions, createBrowserEnvironment } from '../browser/browser-environment.js';
import { type CodingEnvironmentOptions, createCodingEnvironment } from '../coding/coding-environment.js';
import { type CompositePart, createCompositeEnvironment } from '../composite/composite-environment.js';
import type { Environment } from '../environment.js';
import { createFileEnvironment, type FileEnvironmentOptions } from '../files/file-environment.js';
import { createMcpEnvironment, type McpEnvironmentOptions } from '../mcp/mcp-environment.js';
import {
  createPostgresEnvironment,
  type PostgresEnvironmentOptions,
} from '../postgres/postgres-environment.js';
import { createDockerEnvironment, type DockerEnvironmentOptions } from '../python/docker-environment.js';
import { createPythonEnvironment, type PythonEnvironmentOptions } from '../python/python-environment.js';
import { createRestEnvironment } from '../rest/rest-environment.js';
import type { RestEnvironmentOptions } from '../rest/rest-options.js';
import { createSqlEnvironment, type SqlEnvironmentOptions } from '../sql/sql-environment.js';
import { defaultSqlLimits } from '../sql/sql-limits.js';
import { createDataWorld, worldNames } from '../worlds/built-in-worlds.js';
import type { EnvironmentType } from './environment-type.js';

const text = { type: 'string' };
const name = { type: 'string', pattern: '^[a-z][a-z0-9_]*$' };
const flag = { type: 'boolean' };
const count = { type: 'integer', minimum: 0 };

const POSTGRES_LIMITS = ['maxRows', 'maxResultChars', 'maxStatementBytes', 'maxSeconds'];

/** An object schema that takes no other members. */
function record(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, required: [...required], additionalProperties: false };
}

const sqlTable = record(
  {
    name: text,
    columns: text,
    rows: { type: 'array', items: { type: 'array', items: { type: ['null', 'string', 'number'] } } },
  },
  ['name', 'columns', 'rows'],
);

const sqlStart = {
  name,
  content: record({ tables: { type: 'array', items: sqlTable } }, ['tables']),
  database: text,
  sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
};
/** Schema of what an SQL world begins with. */
export const SQL_START: JsonObject = record(sqlStart);

const numbers = { type: 'object', additionalProperties: { type: 'number' } };
const texts = { type: 'array', items: text };
const textByName = { type: 'object', additionalProperties: text };
const fileContents = {
  files: textByName,
  folder: text,
  ignore: texts,
  maxBytes: { type: 'integer', minimum: 1 },
};
const call = record({ tool: text, arguments: { type: 'object' } }, ['tool']);
const interpreter = {
  limits: numbers,
  deterministic: {
    anyOf: [{ const: false }, record({ seed: { type: ['integer', 'string'] }, timezone: text })],
  },
};
const sandboxed = { name, ...interpreter, ...fileContents };

/** The kinds of environment that are always there. Their options are those of their `create…` functions that are plain data. */
export const builtInEnvironments: Readonly<Record<string, EnvironmentType>> = {
  browser: {
    options: record({
      name,
      origins: texts,
      startUrl: text,
      files: textByName,
      deterministic: flag,
      executablePath: text,
      chromiumSandbox: flag,
      limits: numbers,
    }),
    create: (options) => createBrowserEnvironment(options as BrowserEnvironmentOptions),
  },
  coding: {
    options: record(
      {
        name,
        client: { enum: ['claude-code', 'codex', 'pi'] },
        root: text,
        ...fileContents,
        masks: {
          type: 'array',
          items: record({ name, pattern: text, replacement: text, sortLines: flag, commands: text }, [
            'name',
          ]),
        },
        engine: text,
        limits: numbers,
        programs: texts,
        packages: texts,
        sha256: text,
      },
      ['client'],
    ),
    create: (options) => createCodingEnvironment(options as unknown as CodingEnvironmentOptions),
  },
  composite: {
    options: record(
      {
        name,
        environments: {
          type: 'array',
          minItems: 1,
          items: { type: 'object', properties: { type: text, prefix: name }, required: ['type'] },
        },
      },
      ['environments'],
    ),
    create: (options, open) => createComposite(options as unknown as CompositeConfig, open),
  },
  docker: {
    options: record({ ...sandboxed, image: text, program: text, python: text }),
    create: (options) => createDockerEnvironment(options as DockerEnvironmentOptions),
  },
  files: {
    options: record({
      name,
      ...fileContents,
      writable: flag,
      python: { anyOf: [flag, record({ ...interpreter, engine: text })] },
    }),
    create: (options) => createFileEnvironment(options as FileEnvironmentOptions),
  },
  mcp: {
    options: record(
      {
        name,
        server: {
          anyOf: [
            record({ command: text, args: texts, env: textByName, cwd: text }, ['command']),
            record({ url: text, headers: textByName }, ['url']),
          ],
        },
        folder: record({ files: textByName, copyOf: text, facts: flag }),
        allow: texts,
        timeoutSeconds: { type: 'number' },
        connectTimeoutSeconds: { type: 'number' },
        readState: {
          type: 'object',
          additionalProperties: { anyOf: [call, record({ resource: text }, ['resource'])] },
        },
        reset: record({ tool: text, arguments: { type: 'object' }, seed: text }, ['tool']),
        deterministic: flag,
        volatile: { type: 'object', additionalProperties: texts },
        identity: {},
      },
      ['server'],
    ),
    create: (options) => createMcpEnvironment(options as unknown as McpEnvironmentOptions),
  },
  postgres: {
    options: record({
      ...sqlStart,
      writable: flag,
      limits: record(Object.fromEntries(POSTGRES_LIMITS.map((limit) => [limit, { type: 'number' }]))),
    }),
    create: (options) => createPostgresEnvironment(options as unknown as PostgresEnvironmentOptions),
  },
  python: {
    options: record({ ...sandboxed, engine: text, packages: texts }),
    create: (options) => createPythonEnvironment(options as PythonEnvironmentOptions),
  },
  rest: {
    options: record(
      {
        name,
        spec: { type: ['object', 'string'] },
        mock: {
          anyOf: [
            { const: true },
            record({
              counts: { anyOf: [count, { type: 'object', additionalProperties: count }] },
              initial: { type: 'object', additionalProperties: { type: 'array', items: { type: 'object' } } },
            }),
          ],
        },
        baseUrl: text,
        headers: { type: 'object', additionalProperties: text },
        query: { type: 'object', additionalProperties: text },
        methods: { type: 'array', items: text },
        reset: record({ tool: text, arguments: { type: 'object' } }, ['tool']),
        readState: {
          type: 'object',
          additionalProperties: record({ tool: text, arguments: { type: 'object' }, key: text }, ['tool']),
        },
        timeoutSeconds: { type: 'number' },
        maxBytes: { type: 'integer', minimum: 1 },
        maxChars: { type: 'integer', minimum: 1 },
      },
      ['spec'],
    ),
    create: (options) => createRestEnvironment(options as unknown as RestEnvironmentOptions),
  },
  sql: {
    options: record({
      ...sqlStart,
      writable: flag,
      limits: record(
        Object.fromEntries(Object.keys(defaultSqlLimits).map((limit) => [limit, { type: 'number' }])),
      ),
    }),
    create: (options) => createSqlEnvironment(options as unknown as SqlEnvironmentOptions),
  },
  world: {
    options: record({ world: { enum: [...worldNames] } }, ['world']),
    create: ({ world }) => createDataWorld(String(world)),
  },
};

interface CompositeConfig {
  readonly name?: string;
  readonly environments: readonly (EnvironmentConfig & { readonly prefix?: string })[];
}

async function createComposite(
  { name: wholeName, environments }: CompositeConfig,
  open: (config: EnvironmentConfig) => Promise<Environment>,
): Promise<Environment> {
  const parts: CompositePart[] = [];
  try {
    for (const { prefix, ...config } of environments) {
      const environment = await open(config as EnvironmentConfig);
      parts.push({ environment, ...(prefix !== undefined && { prefix }) });
    }
    return createCompositeEnvironment(parts, wholeName === undefined ? {} : { name: wholeName });
  } catch (error) {
    await Promise.allSettled(parts.map(({ environment }) => environment.close()));
    throw error;
  }
}
