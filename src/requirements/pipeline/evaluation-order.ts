import type { MettleError } from '../../core/index.js';
import { requirementError } from '../error-codes.js';
import type { Requirement } from '../requirement.js';

/**
 * The requirements in the order in which they are judged: each after those it depends on or follows, and otherwise
 * as given. The order is the same every time.
 *
 * @throws {MettleError} `requirements/duplicate_key` when two requirements have the same key,
 *   `requirements/unknown_dependency` when one depends on a key that is not in the set,
 *   `requirements/depends_on_advice` when one that must hold depends on one that only should,
 *   `requirements/dependency_cycle` naming the circle.
 */
export function evaluationOrder(requirements: readonly Requirement[]): Requirement[] {
  const byKey = new Map<string, Requirement>();
  for (const requirement of requirements) {
    if (byKey.has(requirement.key)) throw duplicateKey(requirement.key);
    byKey.set(requirement.key, requirement);
  }
  const order: Requirement[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (requirement: Requirement, path: readonly string[]): void => {
    if (state.get(requirement.key) === 'done') return;
    if (state.get(requirement.key) === 'open') throw cycle([...path, requirement.key]);
    state.set(requirement.key, 'open');
    for (const key of requirement.dependencies) {
      const needed = byKey.get(key);
      if (needed === undefined) throw unknownDependency(requirement, key);
      if (needed.severity === 'should' && requirement.severity === 'must') {
        throw dependsOnAdvice(requirement, key);
      }
    }
    for (const key of prerequisitesOf(requirement)) {
      const earlier = byKey.get(key);
      if (earlier !== undefined) visit(earlier, [...path, requirement.key]);
    }
    state.set(requirement.key, 'done');
    order.push(requirement);
  };
  for (const requirement of requirements) visit(requirement, []);
  return order;
}

/** Keys of all requirements that this one waits for, where they are in the set. */
export function prerequisitesOf(requirement: Requirement): readonly string[] {
  return [...requirement.dependencies, ...requirement.follows];
}

function duplicateKey(key: string): MettleError {
  return requirementError(
    'duplicate_key',
    `Two requirements have the key "${key}". Give one of them another with the option "key", or leave it out.`,
    { details: { key } },
  );
}

function unknownDependency(requirement: Requirement, key: string): MettleError {
  return requirementError(
    'unknown_dependency',
    `"${requirement.key}" depends on "${key}", which is not among the requirements. Add it, or name it in "follows" if it is optional.`,
    { details: { key: requirement.key, dependency: key } },
  );
}

function dependsOnAdvice(requirement: Requirement, key: string): MettleError {
  return requirementError(
    'depends_on_advice',
    `"${requirement.key}" must hold and depends on "${key}", which only should. Give both the same severity, or name "${key}" in "follows".`,
    { details: { key: requirement.key, dependency: key } },
  );
}

function cycle(path: readonly string[]): MettleError {
  const circle = path.slice(path.indexOf(path.at(-1) ?? ''));
  return requirementError(
    'dependency_cycle',
    `Requirements depend on each other in a circle: ${circle.join(' → ')}. Remove one of these dependencies.`,
    { details: { circle } },
  );
}
