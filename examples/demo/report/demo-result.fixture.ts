import type { Json } from 'mettle/core';
import { RandomStream } from 'mettle/core';
import { createTrajectory, type Task, type Trajectory } from 'mettle/records';
import type { TrainingResult } from 'mettle/training';
import { compareRounds } from '../compare-rounds.js';
import type { DemoResult } from '../demo-result.js';
import { judgeSkills, type SkillResult } from '../judge-skills.js';
import { summarizeRound } from '../round-summary.js';

/** A small result of the demo, every text in it followed by `mark`. It was never run. */
export function demoResultWith(mark: string): DemoResult {
  const tasks = Array.from({ length: 10 }, (_, index) => taskOf(index, mark));
  const first = tasks.map((task) => runOf(task, `wrong${mark}`, false, mark));
  const second = tasks.map((task) => runOf(task, task.expected.answer?.value ?? null, true, mark));
  const rounds = [summarizeRound(1, first), summarizeRound(2, second)] as const;
  return {
    seed: 7,
    records: { continents: 7, countries: 252, currencies: 160, languages: 115 },
    tasks,
    oracle: summarizeRound(0, second),
    rounds,
    skills: judgeSkills([skillOf('route_tag', mark, first, second), abstainedSkill(mark, first)]),
    failures: { failed: 10, trainable: 8, repaired: 7 },
    comparison: compareRounds(first, second, new RandomStream(7, 'bootstrap')),
    improved: true,
    trajectories: [first, second],
    dataset: { trajectories: '', trajectoryCount: 20, openai: '', openaiCount: 10 },
    timings: [{ stage: `round 1${mark}`, seconds: 1.5 }],
  };
}

type Unjudged = Omit<SkillResult, 'adjustedPValue' | 'kept'>;

function skillOf(
  name: string,
  mark: string,
  first: readonly Trajectory[],
  second: readonly Trajectory[],
): Unjudged {
  const against = (runs: readonly Trajectory[]) =>
    compareRounds(first, runs, new RandomStream(7, 'bootstrap'));
  return {
    skill: {
      name: `${name}${mark}`,
      subject: 'capital',
      style: {
        family: 'shouted',
        rule: `in capitals${mark}`,
        searchable: true,
        apply: (text) => text.toUpperCase(),
        script: '',
      },
    },
    firstGuess: `def transform(value):\n    return "${mark}"\n`,
    training: {
      skill: `${name}${mark}`,
      failures: 4,
      examples: [{ input: `Bern${mark}`, output: `BERN${mark}` }],
      seedScript: `def transform(value):\n    return "${mark}"\n`,
      result: trainingResult(mark),
    },
    comparison: against(second),
    controls: [
      { kind: 'shuffled_labels', note: `a note${mark}`, script: `pass${mark}`, comparison: against(first) },
      { kind: 'empty_script', note: `a note${mark}`, script: `pass${mark}`, comparison: against(first) },
    ],
  };
}

function abstainedSkill(mark: string, first: readonly Trajectory[]): Unjudged {
  const skill = skillOf('ledger_name', mark, first, first);
  if (skill.training === null) throw new Error('the fixture has a training');
  const result = { ...skill.training.result, script: null, solved: false, abstained: true };
  return { ...skill, training: { ...skill.training, result } };
}

function trainingResult(mark: string): TrainingResult {
  return {
    script: `def transform(value):\n    return value.upper() + "${mark}"\n`,
    solved: true,
    abstained: false,
    train: { passed: 4, total: 4, rate: 1 },
    holdout: { passed: 1, total: 1, rate: 1 },
    confidence: 'high',
    reasons: [`because${mark}`],
    advice: [],
    foundBy: `enumeration${mark}`,
    guess: null,
    outcomes: [],
    evaluations: 1234,
    seconds: 0.1,
    stopReason: 'found',
  };
}

function taskOf(index: number, mark: string): Task {
  return {
    id: `task-${index}`,
    category: `format${mark}`,
    prompt: `Do number ${index}${mark}.`,
    expected: { answer: { value: `RIGHT ${index}${mark}`, comparison: 'exact' }, stateDigest: null },
    metadata: { split: 'unseen', skill: `route_tag${mark}` },
  };
}

function runOf(task: Task, answer: Json, passed: boolean, mark: string): Trajectory {
  const digest = 'd'.repeat(64);
  const trajectory = createTrajectory({
    task,
    environment: { name: `countries${mark}`, fingerprint: digest },
    policy: { name: `careful${mark}`, version: '1' },
    seed: 7,
    tools: [],
    steps: [
      { type: 'thought', content: `Well${mark}` },
      {
        type: 'tool_call',
        callId: 'call_1',
        tool: `sql_query${mark}`,
        arguments: { sql: `SELECT 1${mark}` },
      },
      {
        type: 'observation',
        callId: 'call_1',
        status: 'ok',
        content: `["Bern${mark}"]`,
        data: { rows: [[`Bern${mark}`]] },
        error: null,
        stateDigest: digest,
        changes: [{ name: `countries/CH${mark}`, before: { name: `Suisse${mark}` }, after: `x${mark}` }],
      },
      { type: 'code_execution', callId: 'call_2', tool: 'python', code: `transform("Bern${mark}")` },
      {
        type: 'observation',
        callId: 'call_2',
        status: 'error',
        content: `Error${mark}`,
        data: null,
        error: { type: 'ValueError', message: mark },
        stateDigest: digest,
        changes: [],
      },
      { type: 'final_answer', content: String(answer), value: answer },
    ],
    finalAnswer: answer,
    initialStateDigest: digest,
    finalStateDigest: digest,
    stopReason: 'answered',
    stopDetail: null,
  });
  return {
    ...trajectory,
    outcome: { verdict: passed ? 'pass' : 'fail', reason: `reason${mark}`, checks: [] },
    verification: { verdict: 'pass', reason: mark, replayedCalls: 2, mismatches: [], checks: [] },
    requirements: [{ step: 3, requirement: `PythonSyntaxValid${mark}`, verdict: 'pass', reason: mark }],
  };
}
