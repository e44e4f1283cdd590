/** What siblings need of environments/; no part of the package. */

export { probeBrowser } from './browser/probe-browser.js';
export { endedByClock } from './ended-by-clock.js';
export { CallsAtOnce } from './episodes/calls-at-once.js';
export { environmentWithTools, withToolsOnly } from './episodes/environment-with-tools.js';
export { type EpisodeStop, LiveEpisode } from './episodes/live-episode.js';
export { ActorThrough, playSubagentThrough, SubagentActor } from './episodes/subagent-actor.js';
export { TurnLog } from './episodes/turn-log.js';
export { environmentError } from './error-codes.js';
export { maskVolatile } from './mask-volatile.js';
export { openPostgres } from './postgres/postgres-environment.js';
export { callPythonTool } from './python-tool.js';
export { SQL_START } from './registry/built-in-environments.js';
export { REST_OPTIONS } from './rest/rest-options.js';
export { readRestResources } from './rest/rest-resources.js';
export { readDatabaseFile } from './sql/database-file.js';
export { defaultSqlLimits } from './sql/sql-limits.js';
export { readSqlSchema } from './sql/sql-schema.js';
export { checkToolArguments } from './tool-arguments.js';
export { namesToCompare, worldStateDigest } from './world-state.js';
export { loadWorld, worldNames } from './worlds/built-in-worlds.js';
export { compileExpression, rowsBehind, type Scope } from './worlds/expression.js';
export { fillTemplate } from './worlds/fill-template.js';
export { nextKey, placeOf, rulesAgainst, shownRow } from './worlds/world-body.js';
export type { CallData, Tables, TaskData, WayData, WorldData } from './worlds/world-data.js';
export { createDataEnvironment, tablesOfSeed } from './worlds/world-environment.js';
