export { type BrowserEnvironmentOptions, createBrowserEnvironment } from './browser/browser-environment.js';
export type { BrowserLimits } from './browser/browser-limits.js';
export type { BrowserSite, OpenedBrowserSite } from './browser/browser-site.js';
export type { BrowserPartReport } from './browser/probe-browser.js';
export type { CodingClient } from './coding/client-tools.js';
export type { CodingContents } from './coding/coding-contents.js';
export { type CodingEnvironmentOptions, createCodingEnvironment } from './coding/coding-environment.js';
export { DEFAULT_OBSERVATION_MASKS, type ObservationMask } from './coding/observation-masks.js';
export {
  type CompositeEnvironmentOptions,
  type CompositePart,
  createCompositeEnvironment,
} from './composite/composite-environment.js';
export { defineEnvironment } from './define-environment.js';
export type {
  CallOptions,
  Environment,
  ToolCallResult,
  World,
  WorldCapabilities,
  WorldSnapshot,
} from './environment.js';
export type { EpisodePythonSource } from './episode-python.js';
export type { ToolChoice } from './episodes/environment-with-tools.js';
export type { EpisodeStates, PlayedEpisode } from './episodes/episode-states.js';
export type {
  ActingAgent,
  Actor,
  GivenAnswer,
  ModelExchange,
  NotedThought,
  PlannedCall,
  Policy,
  Subagent,
  TaskBrief,
} from './episodes/policy.js';
export {
  playEpisode,
  type RecordTrajectoryOptions,
  recordTrajectory,
} from './episodes/record-trajectory.js';
export { recordedModel } from './episodes/recorded-model.js';
export type { FileContents } from './files/file-contents.js';
export { createFileEnvironment, type FileEnvironmentOptions } from './files/file-environment.js';
export type { WorldPythonOptions } from './files/world-python.js';
export type { LeftOut } from './left-out.js';
export { createMcpEnvironment, type McpEnvironmentOptions } from './mcp/mcp-environment.js';
export type { McpStateCall, McpStateResource, McpStateSource } from './mcp/mcp-state.js';
export type { McpFolderOptions } from './mcp/world-folder.js';
export {
  createPostgresEnvironment,
  type PostgresEnvironment,
  type PostgresEnvironmentOptions,
} from './postgres/postgres-environment.js';
export type { PostgresLimits } from './postgres/postgres-jobs.js';
export { createDockerEnvironment, type DockerEnvironmentOptions } from './python/docker-environment.js';
export {
  createPythonEnvironment,
  createPythonEnvironment as PythonSandbox,
  type PythonEnvironmentOptions,
} from './python/python-environment.js';
export {
  environmentNames,
  type OpenEnvironmentOptions,
  openEnvironment,
} from './registry/environment-registry.js';
export type { EnvironmentType } from './registry/environment-type.js';
export type { MockContent } from './rest/mock/seed-state.js';
export { type ServedMock, type ServeMockOptions, serveMock } from './rest/mock/serve-mock.js';
export { createRestEnvironment, type RestEnvironment } from './rest/rest-environment.js';
export type { RestEnvironmentOptions } from './rest/rest-options.js';
export type { RestResource, RestResourceTool } from './rest/rest-resources.js';
export type { ReadStateCall } from './rest/server/read-facts.js';
export type { OpenRestServer, ResetCall, RestServer } from './rest/server/rest-server.js';
export { shopSpec } from './rest/shop-spec.js';
export { type ReusedSandboxes, reuseSandboxes } from './reuse-sandboxes.js';
export type { SqlContent, SqlInitialValue, SqlTable } from './sql/sql-content.js';
export {
  createSqlEnvironment,
  type SqlEnvironment,
  type SqlEnvironmentOptions,
} from './sql/sql-environment.js';
export type { SqlLimits } from './sql/sql-limits.js';
export type { SqlColumn, SqlForeignKey, SqlTableSchema } from './sql/sql-schema.js';
export { type SqlWorldDatabase, sqlWorldDatabase } from './sql/sql-world-database.js';
export type { CheckedCall, EnvironmentDefinition, WorldBody } from './world-body.js';
export type { WorldState } from './world-state.js';
