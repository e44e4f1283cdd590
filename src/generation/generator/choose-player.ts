import { MettleError } from '../../core/index.js';
import { coreError } from '../../core/internal.js';
import type { Policy } from '../../environments/index.js';
import { findModel, type Model, type ModelSource, openModel } from '../../models/index.js';
import { nameOfModel, retryAloud } from '../../models/internal.js';
import { checkOfflinePolicies, type OfflinePolicy } from './offline-policy.js';

/** Who plays the episodes of a generator. */
export type Player =
  | { readonly kind: 'model'; readonly model: Model; readonly description: string }
  | { readonly kind: 'policy'; readonly policy: Policy; readonly description: string }
  | { readonly kind: 'offline'; readonly policies: readonly OfflinePolicy[]; readonly description: string };

/** What decides it. */
export interface PlayerOptions {
  readonly model?: ModelSource | undefined;
  readonly policy?: Policy | undefined;
  readonly offlinePolicies?: readonly OfflinePolicy[] | undefined;
  readonly useMock: 'auto' | boolean;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Hears of each failure after which the model of `METTLE_MODEL` is asked again. */
  readonly onRetry?: (line: string) => void;
}

/**
 * Chooses who plays: the policy that is given, else the model that is given, else the one that `METTLE_MODEL` names. Without
 * one the offline policies play, with a warning. They also play if `useMock` is true, and never if it is false.
 *
 * @throws {MettleError} `models/none_found` where `useMock` is false and there is no model; as `openModel`.
 */
export function choosePlayer(
  options: PlayerOptions,
  standard: readonly OfflinePolicy[],
): { readonly player: Player; readonly warnings: readonly string[] } {
  const { model, policy, useMock, variables, offlinePolicies = standard } = options;
  checkOfflinePolicies(offlinePolicies);
  const names = offlinePolicies.map(({ name }) => name).join(', ');
  const offline: Player = {
    kind: 'offline',
    policies: offlinePolicies,
    description: `offline policies (${names})`,
  };
  if (policy !== undefined) {
    if (model !== undefined || useMock === false) {
      throw coreError(
        'invalid_option',
        `A policy was given, so no model plays: leave out ${model === undefined ? 'useMock: false' : 'model'}, or the policy.`,
      );
    }
    return { player: { kind: 'policy', policy, description: `policy ${policy.name}` }, warnings: [] };
  }
  if (useMock === true) return { player: offline, warnings: [] };
  if (model !== undefined) {
    const opened = openModel(model);
    return {
      player: { kind: 'model', model: opened, description: `model ${nameOfModel(model)}` },
      warnings: [],
    };
  }
  try {
    const found = findModel({ environment: variables });
    const description = `model ${nameOfModel(found.name)} (METTLE_MODEL)`;
    const model = retryAloud(found.model, found.name, (line) => options.onRetry?.(line));
    return { player: { kind: 'model', model, description }, warnings: [] };
  } catch (error) {
    if (useMock === false || !MettleError.isInstance(error) || error.code !== 'models/none_found')
      throw error;
    return {
      player: offline,
      warnings: [`No model was given or found, so the offline policies play: ${names}.`],
    };
  }
}
