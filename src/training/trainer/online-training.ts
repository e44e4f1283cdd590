import { NO_FACTS } from '../journal/facts.js';
import type { Optimizer } from '../optimizer.js';
import type { TrainingExample } from '../training-example.js';
import type { EvaluationLogs } from './evaluate-samples.js';
import { rewardsAgainst } from './final-choice.js';
import type { FitWork } from './fit-program.js';
import { TrainingSession } from './training-session.js';
import type { TrainingStore } from './training-store.js';

/** A training that is given its batches one by one. */
export class OnlineTraining {
  readonly #optimizer: Optimizer;
  readonly #session: TrainingSession;
  readonly #program: FitWork['session']['program'];

  constructor(optimizer: Optimizer, parts: FitWork['session']) {
    this.#optimizer = optimizer;
    this.#program = parts.program;
    this.#session = new TrainingSession({
      ...parts,
      facts: NO_FACTS,
      seed: 0,
      concurrency: 8,
      signal: undefined,
    });
  }

  get store(): TrainingStore {
    return this.#session.store;
  }

  /** One step; then the better of the current values and the leader on this batch are the program's. */
  async step(batch: readonly TrainingExample[]): Promise<EvaluationLogs> {
    const session = this.#session;
    if (session.begun) session.learnFrom(batch);
    else await session.begin(this.#optimizer, batch);
    await session.step(batch);
    const current = Object.fromEntries(this.#program.variables.map(({ key, value }) => [key, value]));
    const leading = await session.runs.evaluate(session.leader, batch, 'propose');
    const before = await session.runs.evaluate(current, batch, 'propose');
    const sum = (rewards: readonly number[]) => rewards.reduce((total, reward) => total + reward, 0);
    const better = sum(rewardsAgainst(before, leading)) - sum(before.map(({ reward }) => reward)) > 1e-12;
    if (better) await this.#program.assign(session.leader);
    const figures = session.figures();
    await session.addKnown(figures, better ? session.leader : current, batch);
    const { samples, failed } = figures.score();
    return { ...figures.logs(), samples, failed } as EvaluationLogs;
  }
}
