import { describe, expect, it } from 'vitest';
import { auditTasks } from '../audit-tasks.js';
import { createSqlTaskGenerator } from './create-sql-task-generator.js';
import { sampleShop } from './sample-shop.js';

describe('a thousand tasks of several shops', () => {
  it.each([1, 2, 3])('with the rows of seed %i are all proved', async (seed) => {
    const generator = await createSqlTaskGenerator({ content: sampleShop({ seed }) });
    const audit = await auditTasks({ generator, seed, count: 400 });
    expect(audit.flaws).toEqual([]);
    expect(Object.keys(audit.byCategory)).toHaveLength(9);
  });
});
