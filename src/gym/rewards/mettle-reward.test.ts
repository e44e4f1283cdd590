import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { needs } from '../../testing/needs.fixture.js';
import { AgentGym } from '../agent-gym.js';
import { serveOpenEnv } from '../openenv/serve-openenv.js';
import { runPythonClient } from '../serving/run-python.fixture.js';
import { count, openFruitShop, shopTask } from '../shop.fixture.js';
import { rewardClient } from './reward-client.js';
import { serveRewards } from './serve-rewards.js';

const folder = mkdtempSync(join(tmpdir(), 'mettle-reward-'));
writeFileSync(join(folder, 'mettle_reward.py'), rewardClient());
afterAll(() => rmSync(folder, { recursive: true }));
const { it } = await needs('python3');

/** What a program that imports `mettle_reward` prints. */
function inPython(url: string, program: string, token = ''): Promise<unknown> {
  // A proxy that is not there: nothing on this machine is asked for through it.
  const environment = {
    METTLE_SERVE_TOKEN: token,
    PYTHONWARNINGS: 'error',
    http_proxy: 'http://127.0.0.1:9',
  };
  return runPythonClient(url, `import warnings\nimport mettle_reward\n${program}`, {
    cwd: folder,
    environment,
  });
}

it('scores completions in Python, in batches, with None for what has no score', async () => {
  const batches: number[] = [];
  const seen: string[][] = [];
  await using serving = await serveRewards({
    token: 'sixteen-characters',
    reward: async (batch, { onUnscored } = {}) => {
      batches.push(batch.completions.length);
      seen.push(Object.keys(batch).sort());
      return batch.completions.map((text, index) => {
        if (text !== 'none') return Number((batch.given as number[])[index]);
        onUnscored?.(index, 'The machine broke.');
        return null;
      });
    },
  });
  const program = `
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    reward = mettle_reward.reward_function(url, batch_size=2, name="mine")
    completions = ["a", "none", "b", "none", "c"]
    rewards = reward(prompts=["p"] * 5, completions=completions, given=[1, 2, 0.5, 4, 5], completion_ids=[[1]] * 5,
                     trainer_state=object(), odd=[object()] * 5, short=[1], scalar=3)
print(json.dumps([reward.__name__, rewards, [str(each.message) for each in told]]))`;
  expect(await inPython(serving.url, program, 'sixteen-characters')).toEqual([
    'mine',
    [1, null, 0.5, null, 5],
    ["Some completions can't be scored: The machine broke."],
  ]);
  expect(batches).toEqual([2, 2, 1]);
  expect(seen[0]).toEqual(['completions', 'given', 'prompts']);
});

it('says in Python what is wrong: the token, the rows, a server that is not there', async () => {
  await using serving = await serveRewards({ token: 'sixteen-characters', reward: async () => [1] });
  const program = `
words = []
def ask(url, count, **more):
    try:
        words.append(mettle_reward.reward_function(url, retries=0, **more)(completions=["a"] * count))
    except mettle_reward.MettleError as error:
        words.append(str(error))
ask(url, 1)
ask(url, 2, token="sixteen-characters")
ask(url, 1, token="sixteen-characters")
ask("http://127.0.0.1:1", 1)
print(json.dumps(words))`;
  expect(await inPython(serving.url, program)).toEqual([
    expect.stringMatching(/refuses the token\. Set METTLE_SERVE_TOKEN/),
    expect.stringContaining('The reward function gave 1 rewards for 2 replies.'),
    [1],
    expect.stringMatching(/127\.0\.0\.1:1 can't be reached: .*Is `mettle serve` running there\?$/),
  ]);
});

it('gives None, never 0, when a server that answered before is gone', async () => {
  const serving = await serveRewards({ reward: async ({ completions }) => completions.map(() => 1) });
  const program = `
reward = mettle_reward.reward_function(url, retries=0)
first = reward(completions=["a"])
mettle_reward._Server.send = lambda *_: (_ for _ in ()).throw(mettle_reward._Unreachable("gone"))
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    print(json.dumps([first, reward(completions=["a", "b"])]))`;
  expect(await inPython(serving.url, program)).toEqual([[1], [null, null]]);
  await serving.close();
});

it('plays episodes in Python by methods that say what TRL has to know of a tool', async () => {
  await using environment = await openFruitShop();
  await using gym = new AgentGym({ environment, task: shopTask(count), maxSteps: 3 });
  await using serving = await serveOpenEnv({ gym });
  const program = `
import inspect
World = mettle_reward.environment(url)
rows = mettle_reward.tasks(url)
tools = {name: str(inspect.signature(method)) for name, method in inspect.getmembers(World, inspect.isfunction)
         if not name.startswith("_") and name not in ("reset", "get_reward")}
played = []
world = World()
played.append(world.get_reward())
for answer in ("3", "4", None):
    prompt = world.reset(**rows[0])
    looked = world.sql_query(sql="SELECT count(*) FROM fruit WHERE cents > 40")
    if answer is not None:
        world.final_answer(answer=answer)
    played.append(world.get_reward())
refused = []
world.reset(**rows[0])
for call in (lambda: world.sql_query(sql="SELEC"), lambda: world.final_answer(answer="3"), lambda: world.sql_query(sql="SELECT 1")):
    try:
        call()
    except mettle_reward.MettleError as error:
        refused.append(str(error))
played.append(world.get_reward())
world._server.call("openenv/session/close", {"session_id": world._session})
world.reset(**rows[0])
try:
    World().reset(index=7)
except mettle_reward.MettleError as error:
    refused.append(str(error))
world.holds_itself = [world]
print(json.dumps([rows, tools, World.sql_query.__doc__, prompt, looked, played, refused]))`;
  const [rows, tools, doc, prompt, looked, played, refused] = (await inPython(
    serving.url,
    program,
  )) as readonly unknown[];
  expect(rows).toEqual([{ prompt: [{ role: 'user', content: '' }], split: 'train', index: 0 }]);
  await expect.poll(() => serving.sessions).toBe(0);
  expect(tools).toMatchObject({
    sql_query: '(self, sql: str) -> str',
    final_answer: expect.stringContaining('answer'),
  });
  expect(doc).toMatch(/^\S[^\n]*\n\nArgs:\n {4}sql: \S[^\n]*\n\nReturns:\n {4}What the tool answers\.$/);
  expect(prompt).toBe('How many fruits cost more than 40 cents?');
  expect(looked).toContain('[3]');
  // An episode without an answer ends with an empty one, which is wrong. One in which no call was answered earns nothing, and an error costs a little.
  expect(played).toEqual([null, 1, 0, 0, -0.02]);
  expect(refused).toEqual([
    expect.stringContaining('SELEC'),
    'The episode is over: no more tools can be called.',
    expect.stringContaining('Invalid task index: train has the tasks 0 to 0; got 7.'),
  ]);
});
