import { describeProblem, type JsonObject, schemaValidator } from '../../core/index.js';
import { coreError } from '../../core/internal.js';
import { type Environment, type OpenEnvironmentOptions, openEnvironment } from '../../environments/index.js';
import type { EnvironmentConfig } from '../../records/index.js';
import type { SqlWorldOptions } from './sql/open-sql-records.js';
import { createSqlRulesEnvironment } from './sql/rules-environment.js';

/** The kind of the SQL worlds with rules of the house, which {@link openTaskEnvironment} makes. */
export const SQL_WITH_RULES = 'sql_with_rules';

const options: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string', pattern: '^[a-z][a-z0-9_]*$' },
    content: { type: 'object', properties: { tables: { type: 'array' } }, required: ['tables'] },
    database: { type: 'string' },
    sha256: { type: 'string' },
  },
  additionalProperties: false,
};

/**
 * Makes an environment of any kind that generated tasks are for: those of `openEnvironment`, and `sql_with_rules`, the
 * worlds of SQL tasks under rules.
 *
 * @param given - kinds of your own, as for `openEnvironment`.
 * @throws {MettleError} as `openEnvironment` and `createSqlRulesEnvironment`.
 */
export async function openTaskEnvironment(
  config: EnvironmentConfig,
  given: OpenEnvironmentOptions = {},
): Promise<Environment> {
  if (config?.type !== SQL_WITH_RULES) return openEnvironment(config, given);
  const { type, ...described } = config;
  const [problem] = schemaValidator(options).check(described);
  if (problem !== undefined) {
    throw coreError(
      'invalid_option',
      `An environment of type ${type}: ${describeProblem(problem, 'options')}.`,
    );
  }
  return createSqlRulesEnvironment(described as unknown as SqlWorldOptions);
}
