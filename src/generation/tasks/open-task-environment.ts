import type { JsonObject } from '../../core/index.js';
import {
  type Environment,
  type EnvironmentType,
  type OpenEnvironmentOptions,
  openEnvironment,
} from '../../environments/index.js';
import { SQL_START } from '../../environments/internal.js';
import type { EnvironmentConfig } from '../../records/index.js';
import type { SqlWorldOptions } from './sql/open-sql-records.js';
import { createSqlRulesEnvironment } from './sql/rules-environment.js';

/** The kind of the SQL worlds with rules of the house, which {@link openTaskEnvironment} makes. */
export const SQL_WITH_RULES = 'sql_with_rules';

const sqlWithRules: EnvironmentType = {
  options: {
    ...SQL_START,
    properties: { ...(SQL_START.properties as JsonObject), engine: { enum: ['sqlite', 'postgres'] } },
  },
  create: (options) => createSqlRulesEnvironment(options as unknown as SqlWorldOptions),
};

/**
 * Makes an environment of any kind that generated tasks are for: those of `openEnvironment`, and `sql_with_rules`, the
 * worlds of SQL tasks under rules.
 *
 * @param given - kinds of your own, as for `openEnvironment`.
 * @throws {MettleError} as `openEnvironment` and `createSqlRulesEnvironment`.
 */
export function openTaskEnvironment(
  config: EnvironmentConfig,
  given: OpenEnvironmentOptions = {},
): Promise<Environment> {
  return openEnvironment(config, { ...given, types: { ...given.types, [SQL_WITH_RULES]: sqlWithRules } });
}
