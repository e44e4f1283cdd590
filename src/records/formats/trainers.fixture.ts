import { spawnSync } from 'node:child_process';
import { python3 } from '../../testing/needs.fixture.js';
import { loadSmolLm2 } from '../../testing/smollm2.fixture.js';

/** What a trainer was given of a conversation: the texts that it learns, in their order, and all else. */
export interface TrainedRow {
  readonly learned: readonly string[];
  readonly masked: string;
}

/** Two steps of a trainer. */
export interface TrainedSteps {
  readonly steps: number;
  readonly losses: readonly number[];
  readonly rows: readonly TrainedRow[];
  /** Whether a weight of the model is another one than before. */
  readonly changed: boolean;
}

/** Trains SmolLM2-135M for two steps each on the files `sft.jsonl` and `pairs.jsonl`. */
const TRAIN = `
import copy, json, os, sys
from datasets import load_dataset
from trl import DPOConfig, DPOTrainer, SFTConfig, SFTTrainer
${loadSmolLm2}
folder = Path(sys.argv[1])

def rows_of(ids, is_learned):
    for tokens, flags in zip(ids.tolist(), is_learned.tolist()):
        spans, masked, last = [], [], False
        for token, flag in zip(tokens, flags):
            if not flag: masked.append(token)
            elif last: spans[-1].append(token)
            else: spans.append([token])
            last = flag
        yield {"learned": [tokenizer.decode(span) for span in spans], "masked": tokenizer.decode(masked)}

def train(kind, settings, name, learned, **more):
    seen = []
    class Watched(kind):
        def compute_loss(self, model, inputs, *args, **kwargs):
            seen.extend(rows_of(inputs["input_ids"], learned(inputs)))
            return super().compute_loss(model, inputs, *args, **kwargs)
    data = load_dataset("json", data_files=str(folder / name), cache_dir=str(folder / "cache"))["train"]
    before = model.get_input_embeddings().weight.detach().clone()
    trainer = Watched(model=model, processing_class=tokenizer, train_dataset=data, args=settings, **more)
    trainer.train()
    return {
        "steps": trainer.state.global_step,
        "losses": [entry["loss"] for entry in trainer.state.log_history if "loss" in entry],
        "rows": seen,
        "changed": not torch.equal(before, model.get_input_embeddings().weight),
    }

usual = dict(
    output_dir=str(folder / "trained"), max_steps=2, per_device_train_batch_size=1, max_length=None, logging_steps=1, learning_rate=1e-5,
    warmup_steps=0, use_cpu=True, bf16=False, save_strategy="no", report_to=[], disable_tqdm=True, gradient_checkpointing=False, seed=0,
)
sft = train(SFTTrainer, SFTConfig(assistant_only_loss=True, **usual), "sft.jsonl", lambda inputs: inputs["labels"] != -100)
dpo = train(DPOTrainer, DPOConfig(**usual), "pairs.jsonl", lambda inputs: inputs["completion_mask"] == 1, ref_model=copy.deepcopy(model))
(folder / "report.json").write_text(json.dumps({"sft": sft, "dpo": dpo}))
`;

/** Trains with TRL on the files of a folder; what came of it is in \`report.json\` there. */
export function trainWithTrl(folder: string, packages: readonly string[]): void {
  const { status, stderr } = spawnSync(python3, ['-c', TRAIN, folder], {
    env: {
      ...process.env,
      PYTHONPATH: packages.join(':'),
      HF_HOME: folder,
      HF_HUB_OFFLINE: '1',
      TRL_EXPERIMENTAL_SILENCE: '1',
    },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr);
}
