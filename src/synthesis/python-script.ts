import { DataModel } from '../data/index.js';

/** The value of a variable of kind `script`: Python that turns one JSON object into another. */
export const PythonScript: DataModel = new DataModel({
  name: 'PythonScript',
  schema: {
    type: 'object',
    properties: {
      python_script: {
        type: 'string',
        minLength: 1,
        description:
          'A Python script that makes a JSON output of a JSON input. It reads the input from a dict named `inputs`, and assigns the output dict to a variable named `result`.',
      },
    },
    required: ['python_script'],
    additionalProperties: false,
  },
});

/** The output of a script while it ran. */
export const PythonConsoleLog: DataModel = new DataModel({
  name: 'PythonConsoleLog',
  schema: {
    type: 'object',
    properties: {
      stdout: { type: 'string', description: 'What the script printed.' },
      stderr: { type: 'string', description: 'What it wrote to stderr, and its failure as the last line.' },
    },
    required: ['stdout', 'stderr'],
    additionalProperties: false,
  },
});
