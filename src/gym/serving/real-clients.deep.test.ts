import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Environment } from '../../environments/index.js';
import { packageFolders } from '../../testing/needs.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import { AgentGym } from '../agent-gym.js';
import { serveOpenEnv } from '../openenv/serve-openenv.js';
import { serveOrs } from '../ors/serve-ors.js';
import { COUNTING, count, countPrompt, openFruitShop, RAISING, raise, shopTask } from '../shop.fixture.js';
import { runPythonClient } from './run-python.fixture.js';
import type { GymServing } from './serve-options.js';

const packages = packageFolders(['openenv', 'openreward']);
const { it } = unless(packages.missing);
const TOKEN = 'sixteen-characters';
const raisePrompt = 'Set the price of fig to 90 cents, and nothing else.';
const SECONDS = 300_000;

let environment: Environment;
let gym: AgentGym;

beforeAll(async () => {
  environment = await openFruitShop();
  gym = new AgentGym({ environment, task: [shopTask(count), shopTask(raise, raisePrompt)], maxSteps: 6 });
});
afterAll(async () => {
  await gym.close();
  await environment.close();
});

const WORDS = `COUNTING, RAISING = ${JSON.stringify(COUNTING)}, ${JSON.stringify(RAISING)}\n`;
const run = (serving: GymServing, program: string, environment: Record<string, string> = {}) =>
  runPythonClient(serving.url, WORDS + program, { packages: packages.folders, environment });

describe('the clients of openenv 0.10', () => {
  it(
    'play in sync and async, many at once, each in a world of its own',
    async () => {
      await using serving = await serveOpenEnv({ gym, token: TOKEN });
      const program = `
import asyncio
from openenv import GenericEnvClient
headers = {"authorization": "Bearer ${TOKEN}"}
call = lambda tool, **arguments: {"tool_name": tool, "arguments": arguments}
with GenericEnvClient(base_url=url, headers=headers).sync() as env:
    first = env.reset(split="train", index=0)
    looked = env.step(call("sql_query", sql=COUNTING))
    wrong = env.step(call("sql_query", sql="SELEC"))
    steps = env.state()["step_count"]
    end = env.step(call("final_answer", answer="3"))
    try:
        env.step(call("sql_query", sql=COUNTING))
        after = None
    except RuntimeError as error:
        after = str(error)
played = [first.observation["result"]["task"], first.reward, looked.observation["result"]["data"], looked.reward,
          wrong.observation["error"]["error_type"], steps, end.reward, end.done, after]
async def one(number):
    async with GenericEnvClient(base_url=url, headers=headers) as env:
        await env.reset(index=1)
        if number % 2 == 0:
            await env.step(call("sql_execute", sql=RAISING))
        else:
            await env.step(call("sql_query", sql=COUNTING))
        return (await env.step(call("final_answer", answer="done"))).reward
async def many():
    return await asyncio.gather(*(one(number) for number in range(16)))
print(json.dumps([played, asyncio.run(many())]))`;
      const [played, rewards] = (await run(serving, program)) as readonly [unknown[], number[]];
      expect(played).toEqual([
        countPrompt,
        null,
        '["count(*)"]\n[3]\n(1 row)',
        0,
        'execution_error',
        2,
        1,
        true,
        expect.stringMatching(/^Server error: .* \(code: EXECUTION_ERROR\)$/),
      ]);
      expect(rewards).toEqual(Array.from({ length: 16 }, (_, number) => (number % 2 === 0 ? 1 : 0)));
      await expect.poll(() => serving.sessions).toBe(0);
    },
    SECONDS,
  );

  it(
    'call tools over MCP in the session that a socket resets',
    async () => {
      await using serving = await serveOpenEnv({ gym });
      const program = `
import asyncio
from openenv.core.mcp_client import MCPToolClient
async def main():
    async with MCPToolClient(base_url=url) as env:
        first = await env.reset(index=0)
        tools = [tool.name for tool in await env.list_tools()]
        looked = await env.call_tool("sql_query", sql=COUNTING)
        try:
            await env.call_tool("sql_query", sql="SELEC")
            refused = None
        except Exception as error:
            refused = str(error)
        answered = await env.call_tool("final_answer", answer="3")
        state = await env.state()
        return [tools, looked, refused, answered is not None, state.step_count]
print(json.dumps(asyncio.run(main())))`;
      expect(await run(serving, program)).toEqual([
        ['sql_query', 'sql_execute', 'final_answer'],
        '["count(*)"]\n[3]\n(1 row)',
        expect.stringContaining('SELEC'),
        true,
        2,
      ]);
      await expect.poll(() => serving.sessions).toBe(0);
    },
    SECONDS,
  );

  it.each(['simulation', 'production'] as const)(
    'pass a server in %s mode as openenv validate does',
    async (mode) => {
      await using serving = await serveOpenEnv({ gym, mode });
      const program = `
import subprocess, sys
made = subprocess.run([sys.executable, "-c", "from openenv.cli.__main__ import main; main()", "validate", "--url", url],
                      capture_output=True, text=True)
print(json.dumps([made.returncode, made.stdout + made.stderr]))`;
      const [status, output] = (await run(serving, program)) as readonly [number, string];
      expect(output).toContain(`mode: ${mode}`);
      expect(output).toContain('Verdict: PASS');
      expect(status).toBe(0);
    },
    SECONDS,
  );
});

describe('the client of openreward 0.1.167', () => {
  it(
    'lists tasks, plays, and has candidates scored',
    async () => {
      await using serving = await serveOrs({ gym, token: TOKEN });
      const program = `
import os
os.environ["OPENREWARD_API_URL"] = os.environ["OPENREWARD_SESSION_URL"] = url
os.environ["OPENREWARD_API_KEY"] = "${TOKEN}"
from openreward import GroupCandidate, Message, OpenReward, ToolCallBlock
from openreward.api.environments.types import TextBlock
env = OpenReward().environments.get("shop")
tasks = env.list_tasks("train")
prompts = [task.task_spec["prompt"] for task in tasks]
rewards = []
for answer in ("3", "4"):
    with env.session(split="train", index=0) as session:
        prompt = session.get_prompt()[0].text
        names = [tool.name for tool in session.list_tools()]
        looked = session.call_tool("sql_query", {"sql": COUNTING})
        end = session.call_tool("final_answer", {"answer": answer})
        rewards.append([looked.reward, end.reward, end.finished])
        try:
            session.call_tool("sql_query", {"sql": COUNTING})
            after = None
        except Exception as error:
            after = str(error)
def candidate(answer):
    look = ToolCallBlock(id="1", name="sql_query", input={"sql": COUNTING})
    return GroupCandidate(messages=[Message(role="assistant", blocks=[look, TextBlock(text=answer)])], metadata={"answer": answer})
with env.session(split="train", index=0) as session:
    scores = [[score.reward, score.metadata] for score in session.score_group([candidate("3"), candidate("4")])]
print(json.dumps([scores, env.list_splits(), env.num_tasks("train"), prompts, prompt, names, looked.blocks[0].text, rewards, after]))`;
      expect(await run(serving, program)).toEqual([
        [
          [1, { answer: '3' }],
          [0, { answer: '4' }],
        ],
        ['train'],
        2,
        [countPrompt, raisePrompt],
        `${countPrompt}\n\nGive your answer by the tool final_answer.`,
        ['sql_query', 'sql_execute', 'final_answer'],
        '["count(*)"]\n[3]\n(1 row)',
        [
          [null, 1, true],
          [null, 0, true],
        ],
        expect.stringContaining('finished'),
      ]);
      await expect.poll(() => serving.sessions).toBe(0);
    },
    SECONDS,
  );
});
