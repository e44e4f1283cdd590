/** Whether a syntax check of every file of a Python package agrees with the machine's own python3. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analysePython, findImports, parsePython } from '../../dist/python/index.js';
import { filesBelow } from './fetch-packages.mjs';

const COMPILE = `
import json, sys, warnings
warnings.simplefilter('ignore')
answers = {}
for path in json.load(sys.stdin):
    try:
        with open(path, 'rb') as file: compile(file.read(), path, 'exec', dont_inherit=True)
        answers[path] = True
    except (SyntaxError, ValueError):
        answers[path] = False
print(json.dumps({'version': '%d.%d' % sys.version_info[:2], 'answers': answers}))
`;

export async function tryPython(wheels) {
  return wheels.map(({ name, folder, skipped }) => {
    const what = `Python of ${name}`;
    if (skipped !== undefined) return { what, tried: 0, faults: {}, skipped };
    const paths = filesBelow(folder, '.py');
    const input = JSON.stringify(paths.map((path) => join(folder, path)));
    const python = spawnSync('python3', ['-I', '-c', COMPILE], {
      input,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    if (python.status !== 0) return { what, tried: 0, faults: {}, skipped: 'there is no python3' };
    const { version, answers } = JSON.parse(python.stdout);
    const faults = {};
    for (const path of paths) {
      const whole = join(folder, path);
      try {
        const code = readFileSync(whole, 'utf8');
        const facts = analysePython(code, { pythonVersion: version });
        const valid = facts.syntaxFindings.filter(({ severity }) => severity === 'error').length === 0;
        if (valid !== answers[whole])
          faults[path] =
            `python3 ${answers[whole] ? 'compiles' : 'refuses'} it; found ${facts.syntaxFindings[0]?.message ?? 'nothing'}`;
        else if (valid && !parsePython(code).ok) faults[path] = 'no tree, though its syntax is right';
        else findImports(code);
      } catch (error) {
        faults[path] = `${error.name}: ${error.message}`;
      }
    }
    return { what, tried: paths.length, faults };
  });
}
