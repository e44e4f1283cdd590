// An agent splits a task up: two subagents work at the same time, each on its own fork of the files. The agent looks at
// their diffs and merges them. The model answers by a script, so that this runs offline; in its place name a real one,
// such as 'anthropic/claude-sonnet-4-5'.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeepAgent } from 'mettle/agents';
import { scriptedModel } from 'mettle/testing';

const folder = mkdtempSync(join(tmpdir(), 'shop-'));
writeFileSync(join(folder, 'shop.py'), 'def gross(net):\n    return net * 1.19\n');

const task = 'Document shop.py, and write a test for it.';
const [document, test] = ['Give gross() a docstring.', 'Write test_shop.py.'];
const testFile = 'from shop import gross\n\nassert round(gross(100)) == 119\n';

/**
 * Agent and subagents share one model: a step is for the calls of one of them.
 *
 * @param {string} words
 * @param {import('mettle/testing').ScriptedAnswer} answer
 * @returns {import('mettle/testing').ScriptStep<import('mettle/models').ModelRequest>}
 */
const forTask = (words, answer) => ({ when: ({ messages }) => messages[1]?.content === words, answer });

const model = scriptedModel([
  forTask(task, { toolCalls: [{ name: 'spawn_subagents', input: { tasks: [document, test] } }] }),
  forTask(document, {
    toolCalls: [
      {
        name: 'edit_file',
        input: { path: 'shop.py', old: '(net):\n', new: '(net):\n    """The price with tax."""\n' },
      },
    ],
  }),
  forTask(document, 'gross() has a docstring.'),
  forTask(test, {
    toolCalls: [{ name: 'write_file', input: { path: 'test_shop.py', content: testFile } }],
  }),
  forTask(test, { toolCalls: [{ name: 'run_python_file', input: { path: 'test_shop.py' } }] }),
  forTask(test, 'test_shop.py passes.'),
  forTask(task, {
    toolCalls: [
      { name: 'merge_subagent', input: { handle: 'subagent_0' } },
      { name: 'merge_subagent', input: { handle: 'subagent_1' } },
    ],
  }),
  forTask(task, 'Both are done.'),
]);

const agent = new DeepAgent({ model, workdir: folder, maxSubagentDepth: 1 });
const { answer, sandbox } = await agent.call(task, {
  onEvent: (event) => {
    if (event.type === 'tool-call') console.log('agent:', event.call.toolName);
  },
});
console.log(answer);
console.log(await sandbox.patch());
console.log('before:', readdirSync(folder));
await sandbox.commit({ expect: await sandbox.review() });
console.log('after:', readdirSync(folder));
rmSync(folder, { recursive: true });
