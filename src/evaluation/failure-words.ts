import type { FailureKind } from './mine-failures.js';

/** Each kind of failure in a few words, for reports and legends. */
export const failureWords: Readonly<Record<FailureKind, string>> = {
  machine_error: 'the machine failed',
  call_limit: 'out of calls',
  world_damaged: 'world left wrong',
  goal_missed: 'goal not reached',
  wrong_process: 'wrong calls',
  no_answer: 'no answer',
  no_json: 'gave up on a call without JSON',
  unknown_tool: 'gave up on an unknown tool',
  bad_arguments: 'gave up on wrong arguments',
  tool_error: 'gave up on an error',
  wrong_type: 'wrong type',
  wrong_format: 'wrong format',
  wrong_text: 'wrong text',
  wrong_number: 'wrong number',
  wrong_order: 'wrong order',
  missing_items: 'items missing',
  extra_items: 'items too many',
  wrong_items: 'wrong items',
};
