/** What a trajectory costs that is generated offline in the SQL world, beside the same tool calls in a bare loop. */
import {
  AgentTrajectoryGenerator,
  createSqlTaskGenerator,
  type GeneratedTask,
  sampleShop,
} from 'mettle/generation';
import { callArguments, isCallStep } from 'mettle/records';
import type { BenchSuite } from './harness.js';

const TASKS = 200;

/** What the oracle calls in a task, in its order. */
interface BareEpisode {
  readonly generated: GeneratedTask;
  readonly calls: readonly { readonly tool: string; readonly arguments: ReturnType<typeof callArguments> }[];
}

export const suite: BenchSuite = {
  name: 'generate',
  async comparisons() {
    const tasks = await createSqlTaskGenerator({ content: sampleShop({ seed: 0 }) });
    const inputs: GeneratedTask[] = [];
    for (let index = 0; index < TASKS; index++) inputs.push(await tasks.generate({ seed: 0, index }));
    const recorded = await new AgentTrajectoryGenerator({ useMock: true }).generateBatch(inputs);
    const bare: readonly BareEpisode[] = inputs.map((generated, index) => ({
      generated,
      calls: (recorded.trajectories[index]?.steps ?? []).filter(isCallStep).map((step) => ({
        tool: step.tool,
        arguments: callArguments(step),
      })),
    }));
    const generate = (verify: boolean) => async (): Promise<number> => {
      const generator = new AgentTrajectoryGenerator({ useMock: true, verify });
      const { trajectories } = await generator.generateBatch(inputs);
      return trajectories.length;
    };
    const baseline = {
      name: 'open a world, make the calls, close it',
      run: async (): Promise<number> => {
        for (const { generated, calls } of bare) {
          const world = await generated.environment.open({ seed: generated.seed });
          for (const call of calls) await world.call(call.tool, call.arguments);
          await world.close();
        }
        return bare.length;
      },
    };
    return [
      {
        name: 'one trajectory of the SQL world, played offline and scored',
        subject: { name: 'generateBatch', run: generate(false) },
        baseline,
        rounds: 10,
        claim: { medianSeconds: 1 / 300 },
      },
      {
        name: 'the same, replayed in a fresh world',
        subject: { name: 'generateBatch, verify', run: generate(true) },
        baseline,
        rounds: 10,
      },
    ];
  },
};
