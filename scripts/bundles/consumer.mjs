/** What a bundled program does with Mettle: each line of output is one thing that works. `--trace` shows the errors whole. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JsonDataModel } from 'mettle/data';
import { createSqlEnvironment } from 'mettle/environments';
import { ChainOfThought, Input, Module, Program } from 'mettle/programs';
import { checkReply, FunctionSignature, PythonSyntaxValid } from 'mettle/requirements';
import { createSandbox } from 'mettle/sandbox';
import { scriptedModel } from 'mettle/testing';

const NUMBER = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };

/** A module of the consumer's own. */
class Double extends Module {
  static registeredName = 'consumer>Double';
  async forward(input) {
    return new JsonDataModel({ schema: NUMBER, json: { n: 2 * Number(input.get('n')) } });
  }
  async computeOutputSpec(input) {
    return input;
  }
  getConfig() {
    return {};
  }
}

const folder = await mkdtemp(join(tmpdir(), 'mettle-bundled-'));
const steps = {
  'save and load a program': async () => {
    const model = scriptedModel(['{"thinking": "Twice.", "n": 6}']);
    const input = Input({ schema: NUMBER });
    const doubled = await new Double().call(input);
    const program = new Program({
      inputs: input,
      outputs: await new ChainOfThought({ model, schema: NUMBER }).call(doubled),
    });
    program.compile({ reward: 'exact_match', metrics: ['exact_match'], optimizer: 'RandomFewShot' });
    await program.save(join(folder, 'program.json'));
    const loaded = await Program.load(join(folder, 'program.json'), {
      models: { 'scripted/model': model },
      customObjects: { 'consumer>Double': Double },
    });
    return (await loaded.call({ n: 3 }))?.get('n');
  },
  'load a program of python scripts that it names alone': async () => {
    const script = { schema: NUMBER, pythonScript: 'result = {"n": 1}', defaultReturnValue: { n: 0 } };
    const config = { ...script, tools: [], engine: 'auto', limits: {}, seedScripts: [], timeout: 5 };
    const input = Input({ schema: NUMBER });
    const json = new Program({ inputs: input, outputs: await new Double().call(input) }).toJson();
    const text = JSON.stringify(json).replaceAll('consumer>Double', 'mettle>PythonSynthesis');
    const named = JSON.parse(text.replaceAll('"config":{}', `"config":${JSON.stringify(config)}`));
    named.variables = { 'python_synthesis/state_python_synthesis': { python_script: script.pythonScript } };
    return (await (await Program.fromJson(named)).call({ n: 3 }))?.get('n');
  },
  'run Python': async () => {
    const sandbox = await createSandbox();
    try {
      const { value } = await sandbox.run('sum(range(n))', { inputs: { n: 4 } });
      return Number(value);
    } finally {
      await sandbox.close();
    }
  },
  'check a reply': async () => {
    const reply = '```python\ndef f(a):\n    return a\n```';
    const requirements = [PythonSyntaxValid(), FunctionSignature({ functionName: 'f', parameters: ['a'] })];
    return (await checkReply(reply, requirements)).ok;
  },
  'check a large reply, in a thread': async () => {
    const reply = `\`\`\`python\n${'# nothing\n'.repeat(24_000)}x = 1\n\`\`\``;
    return (await checkReply(reply, [PythonSyntaxValid()])).ok;
  },
  'open a sqlite world': async () => {
    const tables = [{ name: 'fruit', columns: 'name TEXT PRIMARY KEY', rows: [['fig']] }];
    const environment = await createSqlEnvironment({ content: { tables } });
    const world = await environment.open({ seed: 0 });
    const { observation } = await world.call('sql_query', { sql: 'SELECT count(*) AS n FROM fruit' });
    await world.close();
    await environment.close();
    return observation.status;
  },
};
for (const [name, step] of Object.entries(steps)) {
  try {
    console.log(`${name}: ${JSON.stringify(await step())}`);
  } catch (error) {
    console.log(`${name}: FAILED ${error?.code ?? ''} ${String(error?.message ?? error).split('\n')[0]}`);
    if (process.argv.includes('--trace')) console.error(error);
    process.exitCode = 1;
  }
}
await rm(folder, { recursive: true });
