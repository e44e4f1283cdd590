// Makes tasks about a database, has them done without a model, some with a fault, and counts what came of it.

import { mineFailures } from 'mettle/evaluation';
import { AgentTrajectoryGenerator, createSqlTaskGenerator, sampleShop } from 'mettle/generation';

const tasks = await createSqlTaskGenerator({ content: sampleShop({ seed: 0 }) });
const inputs = [];
for (let index = 0; index < 60; index++) inputs.push(await tasks.generate({ seed: 0, index }));

const generator = new AgentTrajectoryGenerator({ useMock: true, verify: true, seed: 1 });
const { trajectories, stopReason } = await generator.generateBatch(inputs, { concurrency: 4 });
console.log(`${trajectories.length} runs: ${stopReason}`);

const refuted = trajectories.filter(({ verification }) => verification?.verdict === 'fail');
console.log(`${refuted.length} did not replay the same`);
const passed = trajectories.filter(({ outcome }) => outcome?.verdict === 'pass').length;
const { failures, byKind } = mineFailures(trajectories);
console.log(`${passed} passed, ${failures.length} failed`);
console.log(byKind.map(({ kind, count }) => `${count} ${kind}`).join(', '));
