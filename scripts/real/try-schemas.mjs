/** Whether published JSON Schemas are read, and whether checks answer as the public test suite has it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaValidator } from '../../dist/core/index.js';
import { filesBelow } from './fetch-packages.mjs';

/** The suite's cases of draft 4 whose schemas are in one file: references leave no document here. */
export async function tryTestSuite([suite]) {
  const what = 'JSON Schema test suite, draft 4';
  if (suite.skipped !== undefined) return { what, tried: 0, faults: {}, skipped: suite.skipped };
  const faults = {};
  let tried = 0;
  const folder = join(suite.folder, 'package', 'tests', 'draft4');
  for (const path of filesBelow(folder, '.json')) {
    for (const { description, schema, tests } of JSON.parse(readFileSync(join(folder, path), 'utf8'))) {
      if (/"\$ref":\s*"(?!#)/.test(JSON.stringify(schema))) continue;
      for (const test of tests) {
        tried++;
        const name = `${path}: ${description}: ${test.description}`;
        try {
          const valid = schemaValidator(schema).check(test.data).length === 0;
          if (valid !== test.valid) faults[name] = `it is ${test.valid ? 'valid' : 'invalid'}`;
        } catch (error) {
          faults[name] = error.message;
        }
      }
    }
  }
  return { what, tried, faults };
}

/** Every schema that a package ships is read; where it is a schema of schemas, it is one of its own kind. */
export async function trySchemas(packages) {
  return packages.map(({ name, folder, skipped }) => {
    const what = `schemas of ${name}`;
    if (skipped !== undefined) return { what, tried: 0, faults: {}, skipped };
    const faults = {};
    let tried = 0;
    for (const path of filesBelow(folder, '.json')) {
      let schema;
      try {
        schema = JSON.parse(readFileSync(join(folder, path), 'utf8'));
      } catch {
        continue; // not JSON: some packages ship broken files on purpose
      }
      if (!/^https?:\/\/json-schema\.org\//.test(schema.$schema ?? '')) continue;
      tried++;
      try {
        const validator = schemaValidator(schema, { patterns: 'ignore' });
        const describesItself = schema.$schema === (schema.$id ?? schema.id);
        const problems = validator.check(describesItself ? schema : {}).filter(() => describesItself);
        if (problems.length > 0) faults[path] = `it does not describe itself: ${JSON.stringify(problems[0])}`;
      } catch (error) {
        // A schema in several documents is refused: references leave none.
        if (/\$ref "[^#"].* names nothing in this schema/.test(error.message)) tried--;
        else faults[path] = error.message;
      }
    }
    return { what, tried, faults };
  });
}
