import { contentHash, type Json } from '../../core/index.js';
import type { Policy } from '../../environments/index.js';
import { type Attempt, type AttemptedCall, beginAttempt } from './attempt.js';

/** Changes when the critic judges otherwise. */
const OFFLINE_TEAM_VERSION = 1;

/**
 * A planner, executors and a critic that are programs. The critic looks at what happened: it objects to work without a call, to
 * a last call that failed, to a missing answer, and to an answer that no result holds. An objection sends the work to the
 * next executor, in the world as the one before left it. After the last one its answer is given.
 */
export function offlineTeam(executors: readonly Policy[]): Policy {
  return {
    name: `team(${executors.map(({ name }) => name).join(', ')})`,
    version: contentHash({
      version: OFFLINE_TEAM_VERSION,
      executors: executors.map(({ name, version }) => ({ name, version })),
    }),
    async play(brief, actor) {
      const calls: AttemptedCall[] = [];
      let objection: string | null = null;
      for (const [round, executor] of executors.entries()) {
        actor.plan(
          planOf(
            brief.tools.map(({ name }) => name),
            objection,
          ),
          { agent: 'planner' },
        );
        const attempt = beginAttempt(actor, { agent: 'executor' });
        await executor.play(brief, attempt.actor);
        calls.push(...attempt.calls);
        objection = objectionTo(attempt, calls);
        actor.criticise(objection ?? 'What is answered stands in what the tools returned.', {
          agent: 'critic',
        });
        if (objection !== null && round < executors.length - 1) continue;
        const answer = attempt.answer();
        if (answer !== null) actor.answer(answer.value, { agent: 'executor' });
        return;
      }
    },
  };
}

function planOf(tools: readonly string[], objection: string | null): string {
  const how = `Use ${tools.join(', ')}; answer only with what comes back.`;
  return objection === null ? how : `Do it again: ${objection} ${how}`;
}

/** What is wrong with an attempt, as far as a program sees it; null where nothing is. */
function objectionTo(attempt: Attempt, calls: readonly AttemptedCall[]): string | null {
  if (calls.length === 0) return 'No tool was called, so nothing is known.';
  const last = attempt.calls.at(-1);
  if (last?.observation.status === 'error') return `The last call of ${last.tool} failed.`;
  const answer = attempt.answer();
  if (answer === null) return changesNothing(calls) ? 'There is no answer.' : null;
  const known = new Set(calls.flatMap(({ observation }) => leavesOf(observation.data)));
  const unknown = leavesOf(answer.value).find((leaf) => !known.has(leaf));
  return unknown === undefined ? null : `No result holds ${unknown}.`;
}

/** Whether the calls only read, as far as their data says. */
function changesNothing(calls: readonly AttemptedCall[]): boolean {
  return !calls.some(({ observation: { data } }) => {
    const changed = typeof data === 'object' && data !== null && 'changed_rows' in data && data.changed_rows;
    return typeof changed === 'number' && changed > 0;
  });
}

/** Every text, number and truth value in a value, as JSON. */
function leavesOf(value: Json): readonly string[] {
  if (value === null) return [];
  if (typeof value !== 'object') return [JSON.stringify(value)];
  return Object.values(value).flatMap(leavesOf);
}
