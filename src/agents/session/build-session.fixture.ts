import type { Json, JsonObject } from '../../core/index.js';
import type { ModelRequest } from '../../models/index.js';
import { type ScriptedModel, scriptedModel } from '../../testing/index.js';
import { type Tool, tool } from '../../tools/index.js';
import { DeepAgent, type DeepAgentResult } from '../deep-agent.js';
import { type AgentSession, openAgentSession } from './agent-session.js';

const calls = (...toolCalls: readonly { name: string; input: JsonObject }[]) => ({ toolCalls });
const write = (path: string, content: string) => ({ name: 'write_file', input: { path, content } });
const python = (code: string) => ({ name: 'run_python_code', input: { code } });
const append = (path: string, text: string) =>
  python(`with open(${JSON.stringify(path)}, 'a') as file:\n    _ = file.write(${JSON.stringify(text)})`);

/** What each agent replies, by its task: a reply for each that it gave before. */
const REPLIES = {
  'Build it.': [
    calls(write('main.txt', 'main\n')),
    calls({ name: 'spawn_subagents', input: { tasks: ['Write a.', 'Write b.'] } }),
    calls(
      { name: 'merge_subagent', input: { handle: 'subagent_0' } },
      { name: 'merge_subagent', input: { handle: 'subagent_1' } },
    ),
    calls({ name: 'pay', input: {} }),
    calls(append('main.txt', 'more\n'), { name: 'discard_subagent', input: { handle: 'subagent_0' } }),
    calls(append('b.txt', 'three\n')),
    'Built.',
  ],
  'Write a.': [calls(write('a.txt', 'a\n')), 'Wrote a.'],
  'Write b.': [calls(write('b.txt', 'one\n')), calls(append('b.txt', 'two\n')), 'Wrote b.'],
} as const;

/** Files that the work ends with. */
export const BUILT = { 'a.txt': 'a\n', 'b.txt': 'one\ntwo\nthree\n', 'main.txt': 'main\nmore\n' };

/** A model that replies by what it has said before, so that any process can ask it. */
function buildModel(): ScriptedModel {
  return scriptedModel(
    Array.from({ length: 60 }, () => ({ messages }: ModelRequest) => {
      const task = String(messages[1]?.content) as keyof typeof REPLIES;
      const said = messages.filter(({ role }) => role === 'assistant').length;
      return REPLIES[task][said] ?? 'There is nothing left to say.';
    }),
  );
}

/** One process: opens the session at some steps, and has the agent work to its end. */
export async function buildFrom(
  earlier: readonly Json[],
  { pay, signal, workdir }: { pay: () => void; signal?: AbortSignal; workdir?: string },
): Promise<{ steps: Json[]; session: AgentSession; result: DeepAgentResult; model: ScriptedModel }> {
  const steps = [...earlier];
  const session = await openAgentSession({
    steps: {
      earlier,
      append: async (step) => void steps.push(JSON.parse(JSON.stringify(step)) as JsonObject),
    },
    ...(workdir === undefined ? {} : { workdir }),
  });
  const model = buildModel();
  const agent = new DeepAgent({ model, maxSubagentDepth: 1, tools: [payTool(pay)] });
  const inputs = session.isBegun ? { messages: session.messages as unknown as Json } : 'Build it.';
  const result = await agent.call(inputs, { session, ...(signal === undefined ? {} : { signal }) });
  return { steps, session, result, model };
}

/** A tool whose effect is outside of any sandbox. */
function payTool(pay: () => void): Tool {
  return tool({
    name: 'pay',
    description: 'Pays.',
    execute: () => {
      pay();
      return 'paid';
    },
  });
}

/** The files of a result, by name. */
export function filesOf({ sandbox: { files } }: DeepAgentResult): Record<string, string> {
  return Object.fromEntries(files.list('/').map((name) => [name, files.readText(name)]));
}
