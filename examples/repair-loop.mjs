// Asks a model for code, checks each answer, runs it in the sandbox, and tells the model what to repair.
//   node examples/repair-loop.mjs                                    with the small server beside this file
//   node examples/repair-loop.mjs http://127.0.0.1:11434/v1 qwen3    with Ollama, for example
import { pythonCodeGenerationRequirements, repairLoop } from 'mettle';
import { startModelServer } from './local-model-server.mjs';

const [baseUrl, model = 'local'] = process.argv.slice(2);
const local = baseUrl === undefined ? await startModelServer() : undefined;

const outcome = await repairLoop({
  task: 'Write median(values) in Python and show that it works.',
  requirements: pythonCodeGenerationRequirements({ allowedImports: ['statistics'], useSandbox: true }),
  budget: { attempts: 4 },
  generate: async (messages, { signal }) => {
    const response = await fetch(`${baseUrl ?? local?.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages }),
      signal,
    });
    if (!response.ok) throw new Error(`The model server answered ${response.status}.`);
    const reply = /** @type {{ choices: { message: { content: string } }[] }} */ (await response.json());
    return reply.choices[0]?.message.content ?? '';
  },
});
local?.stop();

for (const { number, report, fixes } of outcome.attempts) {
  console.log(`attempt ${number}:`, report.ok ? 'good' : 'not good', fixes);
  for (const { requirement, verdict, reason } of report.results) {
    if (verdict !== 'pass') console.log(`  ${requirement}: ${reason}`);
  }
}
console.log(outcome.status);
console.log(outcome.code);
process.exitCode = outcome.status === 'ok' ? 0 : 1;
