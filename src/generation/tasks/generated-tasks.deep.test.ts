import { expect, it } from 'vitest';
import { createFileEnvironment } from '../../environments/index.js';
import { auditTasks } from './audit-tasks.js';
import { createPythonTaskGenerator } from './code/create-python-task-generator.js';
import { createFileTaskGenerator } from './files/create-file-task-generator.js';
import { createRestTaskGenerator } from './rest/create-rest-task-generator.js';

it('a hundred tasks on files are all proved, hidden tests among them', async () => {
  const audit = await auditTasks({ generator: createFileTaskGenerator(), seed: 11, count: 100 });
  expect(audit.flaws).toEqual([]);
  expect(Object.keys(audit.byCategory)).toHaveLength(6);
});

it('fifteen functions to write are all proved', async () => {
  const environment = await createFileEnvironment({ files: {} });
  const generator = createPythonTaskGenerator({ environment });
  const audit = await auditTasks({ generator, seed: 12, count: 15 });
  expect(audit.flaws).toEqual([]);
});

it('two hundred tasks on the web interface of a shop are all proved', async () => {
  const audit = await auditTasks({ generator: await createRestTaskGenerator(), seed: 13, count: 200 });
  expect(audit.flaws).toEqual([]);
});
