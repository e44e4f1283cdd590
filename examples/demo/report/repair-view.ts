import type { Trajectory } from 'mettle/records';
import { isUnseen } from '../compare-rounds.js';
import type { DemoResult } from '../demo-result.js';
import type { SkillResult } from '../judge-skills.js';
import { runKey } from '../trainable-failures.js';
import { type Html, html, show } from './html.js';
import { runView, scriptDiff } from './run-view.js';

/** A run that failed and the same agent's run on the same task after training. */
interface Repair {
  readonly skill: SkillResult;
  readonly before: Trajectory;
  readonly after: Trajectory;
}

/** One failed run and its repair side by side: the same agent on the same unseen task, before and after training. */
export function repairView(result: DemoResult): Html {
  const repair = chooseRepair(result);
  if (repair === null) {
    return html`<p>No trained script is kept, so no run was repaired. The failures further down open to their steps.</p>`;
  }
  const { skill, before, after } = repair;
  const [guess, trained] = [scriptOf(before), skill.training?.result.script ?? ''];
  return html`<p class="task">${before.task.prompt}</p>
<p>The house has its own way to write the ${skill.skill.name.replaceAll('_', ' ')}, and no agent is told. The task expects <code>${show(before.task.expected.answer?.value ?? null)}</code>.</p>
<div class="two">
<div class="card"><h3>Round 1, with a first guess</h3>${runView(before)}</div>
<div class="card"><h3>Round 2, with the trained script</h3>${runView(after)}</div>
</div>
<h3>What changed between the two</h3>
${scriptDiff(guess, trained)}`;
}

/** The first repaired unseen run of a kept skill, of all agents the one whose text has most words. */
function chooseRepair({ skills, trajectories: [first, second] }: DemoResult): Repair | null {
  const later = new Map(second.map((run) => [runKey(run), run]));
  for (const skill of skills.filter(({ kept }) => kept)) {
    const repairs = first.flatMap((before): readonly Repair[] => {
      const after = later.get(runKey(before));
      const isRepair =
        before.task.metadata.skill === skill.skill.name &&
        isUnseen(before.task) &&
        before.outcome?.verdict === 'fail' &&
        after?.outcome?.verdict === 'pass';
      return isRepair ? [{ skill, before, after }] : [];
    });
    const [chosen] = repairs.sort((left, right) => wordsIn(right.before) - wordsIn(left.before));
    if (chosen !== undefined) return chosen;
  }
  return null;
}

function wordsIn({ steps }: Trajectory): number {
  const lookup = steps.find(({ type }) => type === 'observation');
  return lookup?.type === 'observation' ? Math.min(3, lookup.content.split(' ').length) : 0;
}

/** The script that a run used: its code without the call at the end. */
function scriptOf({ steps }: Trajectory): string {
  const run = steps.find(({ type }) => type === 'code_execution');
  return run?.type === 'code_execution' ? `${run.code.replace(/\n+transform\(.*\)\s*$/, '')}\n` : '';
}
