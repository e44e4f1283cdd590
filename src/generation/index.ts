/** Tasks with oracles, the policies that play them, and the generator of trajectories. */
export { agentPolicy } from './agent-policy.js';
export { FAULTS, faultyOraclePolicy, standardOfflinePolicies } from './generator/fault-policies.js';
export type { FailedItem, GenerateBatchOptions, GenerationBatch } from './generator/generate-batch.js';
export type {
  GenerateOptions,
  GenerationInput,
  TrajectoryGeneratorOptions,
} from './generator/generator-options.js';
export { type OfflinePolicy, type OfflinePolicyOptions, oraclePolicy } from './generator/offline-policy.js';
export type { BatchPlanOptions } from './generator/plan-batch.js';
export { type SearchPolicyOptions, searchPolicy } from './generator/search-policy.js';
export { type TeamPolicyOptions, teamPolicy } from './generator/team-policy.js';
export { AgentTrajectoryGenerator } from './generator/trajectory-generator.js';
export type { TrajectoryMode } from './generator/trajectory-mode.js';
export {
  type Transformation,
  type TransformationExample,
  type TransformationTaskOptions,
  transformationTask,
} from './generator/transformation-task.js';
export type { AgentPolicyOptions } from './play-agent.js';
export type { Fault } from './policies/fault.js';
export { type FaultyPolicyOptions, faultyPolicy, type PlantedFault } from './policies/faulty-policy.js';
export { type AuditTasksOptions, auditTasks, type TaskAudit, type TaskFlaw } from './tasks/audit-tasks.js';
export {
  createPythonTaskGenerator,
  type PythonTaskGeneratorOptions,
} from './tasks/code/create-python-task-generator.js';
export {
  defineTaskGenerator,
  type TaskDraft,
  type TaskGeneratorDefinition,
} from './tasks/define-task-generator.js';
export {
  createFileTaskGenerator,
  type FileTaskGeneratorOptions,
} from './tasks/files/create-file-task-generator.js';
export type { GeneratedTask, GenerateTaskOptions, TaskGenerator, TaskSplit } from './tasks/generated-task.js';
export { openTaskEnvironment } from './tasks/open-task-environment.js';
export {
  type AdversaryResult,
  proveTask,
  type TaskProof,
  type TaskProofOptions,
} from './tasks/prove-task.js';
export {
  createResourceTaskGenerator,
  type ResourceTaskGeneratorOptions,
} from './tasks/rest/create-resource-task-generator.js';
export {
  createRestTaskGenerator,
  type RestTaskGeneratorOptions,
} from './tasks/rest/create-rest-task-generator.js';
export { createSqlTaskGenerator } from './tasks/sql/create-sql-task-generator.js';
export type { SqlWorldOptions } from './tasks/sql/open-sql-records.js';
export { type SampleShopOptions, sampleShop } from './tasks/sql/sample-shop.js';
export { readTaskFile, writeTaskFile } from './tasks/task-file.js';
export { taskFromQuery } from './tasks/task-from-query.js';
export type { TaskInWorld } from './tasks/task-in-world.js';
export type { UnseenArgument } from './tasks/unseen-arguments.js';
export type { Noun } from './tasks/words.js';
export {
  createWorldTaskGenerator,
  type WorldTaskGeneratorOptions,
} from './tasks/worlds/create-world-task-generator.js';
