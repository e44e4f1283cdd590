/** What a failed check means: the audit fails, or warns, or says so. */
export type AuditSeverity = 'fail' | 'warn' | 'advisory';

/** The checks of OpenEnv's validation policy that can be made on one machine, by level. */
export const LOCAL_CHECKS = {
  static: [
    'manifest',
    'reproducible_build',
    'image_hygiene',
    'layout',
    'sbom',
    'oci_labels',
    'resource_declaration',
    'timeout_ceiling',
    'dependency_pinning',
    'task_distribution_pinning',
  ],
  runtime: [
    'startup',
    'reward_well_formed',
    'rubric_introspectable',
    'observation_schema',
    'state_contract',
    'trajectory_record',
    'reward_attribution',
    'tool_declaration_accuracy',
    'task_declaration_accuracy',
    'seed_control',
    'episode_determinism',
    'network_policy',
    'host_containment',
    'resource_bounds',
    'episode_isolation',
    'oracle_containment',
  ],
  semantic: [
    'oracle_max',
    'floor_gap',
    'canary_floor',
    'no_solution_leakage',
    'verifier_determinism',
    'verifier_portability',
    'resource_envelope',
    'replayability',
  ],
} as const;

/** Its statistical checks. */
export const STATISTICAL_CHECKS = [
  'reward_reachability',
  'difficulty_separation',
  'headroom',
  'variance_bound',
  'training_signal',
  'adversarial_floor',
  'gameability_gap',
] as const;

const WARNINGS: ReadonlySet<string> = new Set([
  'image_hygiene',
  'layout',
  'rubric_introspectable',
  'trajectory_record',
  'reward_attribution',
  'headroom',
  'gameability_gap',
]);

/** How much a failed check weighs. */
export function severityOf(id: string): AuditSeverity {
  if (id === 'training_signal') return 'advisory';
  return WARNINGS.has(id) ? 'warn' : 'fail';
}
