import type { Environment } from '../environment.js';
import type { EnvironmentSubject } from '../testing/index.js';

const python = (code: string) => ({ tool: 'python', arguments: { code } });

/** A Python world, which has no call that leaves its facts as they are: each is counted. */
export function pythonSubject(create: () => Promise<Environment>): EnvironmentSubject {
  return {
    create,
    reads: [],
    writes: [
      python('import random\nx = [random.randint(1, 1_000_000)]\nx'),
      python("with open('a.txt', 'w') as f: f.write(str(x))"),
      python("x.append(2)\nwith open('a.txt') as f: print(f.read(), x)"),
      python('x.append(random.random())\nx'),
    ],
    failing: python('raise ValueError("no such thing")'),
    slow: python('while True: pass'),
    long: { call: python("'x' * 200_000"), maxChars: 100_000 },
    hostProbes: ({ file, folder }) => [
      python(`open(${JSON.stringify(file)}).read()`),
      python(`open(${JSON.stringify(`${folder}/new.txt`)}, 'w').write('x')`),
      python(`import os\nos.symlink(${JSON.stringify(folder)}, 'link')\nopen('link/bait.txt').read()`),
      python(`import os\nos.system('cat ${file}; touch ${folder}/new')`),
    ],
  };
}
