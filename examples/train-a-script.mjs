// Trains a Python script from data, with no model: node examples/train-a-script.mjs FILE writes the script to FILE.
import { writeFile } from 'node:fs/promises';
import { ScriptSearch } from 'mettle/optimizers';
import { Input, Program } from 'mettle/programs';
import { PythonSynthesis } from 'mettle/synthesis';
import { exactMatch, Trainer } from 'mettle/training';

const fields = ['last', 'letters'];

const input = Input({
  schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
});
const card = new PythonSynthesis({
  name: 'card',
  schema: {
    type: 'object',
    properties: { last: { type: 'string' }, letters: { type: 'integer' } },
    required: fields,
  },
  pythonScript: 'result = {"last": inputs["name"], "letters": 0}',
  defaultReturnValue: { last: '', letters: 0 },
});
const program = new Program({ inputs: input, outputs: await card.call(input), name: 'cards' });

const names = [
  ['Ada Lovelace', 'Alan Turing', 'Grace Hopper', 'Tim Berners Lee', 'Barbara Liskov', 'Ken Thompson'],
  ['Donald Knuth', 'Edsger Dijkstra', 'Frances Allen', 'John Backus', 'Margaret Hamilton', 'Niklaus Wirth'],
].flat();
const x = names.map((name) => ({ name }));
const y = names.map((name) => ({ last: (name.split(' ').at(-1) ?? '').toUpperCase(), letters: name.length }));

const trainer = new Trainer(program, {
  reward: exactMatch({ inMask: fields }),
  optimizer: new ScriptSearch(),
});
const { shipped, reason, variables } = await trainer.fit(x, y, { validationSplit: 0.25, seed: 1 });
console.log('shipped:', shipped);
console.log(reason);
console.log((variables[0]?.notes ?? []).join('\n'));

const script = String(card.state.value.python_script);
console.log(script.trimEnd());
const answer = await program.call({ name: 'Kathleen Booth' });
console.log(answer?.json);

const file = process.argv[2];
if (file !== undefined) await writeFile(file, script);
