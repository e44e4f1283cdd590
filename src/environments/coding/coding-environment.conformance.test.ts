import { describeEnvironment } from '../testing/describe-environment.fixture.js';
import { createCodingEnvironment } from './coding-environment.js';

const ROOT = '/home/me/shop';
const call = (tool: string, values: Record<string, string>) => ({ tool, arguments: values });

describeEnvironment('a world with the tools of a coding agent', {
  create: () =>
    createCodingEnvironment({
      client: 'claude-code',
      root: ROOT,
      files: { 'README.md': '# Shop\n', 'src/a.py': 'A = 1\n' },
    }),
  reads: [
    call('Read', { file_path: `${ROOT}/README.md` }),
    call('Glob', { pattern: '**/*.py' }),
    call('Grep', { pattern: 'Shop' }),
  ],
  writes: [
    call('Write', { file_path: `${ROOT}/src/b.py`, content: 'B = 2\n' }),
    call('Edit', { file_path: `${ROOT}/src/a.py`, old_string: '1', new_string: '11' }),
    call('Write', { file_path: `${ROOT}/src/b.py`, content: '' }),
  ],
  failing: call('Read', { file_path: `${ROOT}/none.txt` }),
  hostProbes: ({ file, folder }) => [
    call('Read', { file_path: file }),
    call('Read', { file_path: `${ROOT}/../../../..${file}` }),
    call('Write', { file_path: `${folder}/new.txt`, content: 'x' }),
  ],
});
