import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import {
  missingArgument,
  oneOf,
  positiveNumber,
  seedOption,
  usageError,
  wholeNumber,
} from '../parse-option.js';
import { packagesOption } from '../run/packages-option.js';

/** `mettle serve`: a world with tasks or rewards for trainers, or a sandbox over a folder for an assistant to work in. */
export const serveCommand: CommandDefinition = {
  name: 'serve',
  args: '',
  summary:
    'serve a world with tasks to trainers, over OpenEnv or ORS, or rewards for the replies of a trainer, or a sandbox to an assistant, as an MCP server over standard input and output or a port',
  example:
    'npx --no mettle serve --env sql --port 8000\n  npx --no mettle serve --env my-world.json --ors --sessions 64\n  npx --no mettle serve --reward tests --python mettle_reward.py\n  npx --no mettle serve --mcp --workdir .',
  options: [
    {
      flags: '--env <name>',
      description:
        'world, as for mettle generate: sql, files, airline or another by name, a JSON file, or a module, which runs with your rights',
    },
    {
      flags: '--reward <what>',
      description:
        'rewards for replies: tests, by the columns tests (Python with assert) and cases ({stdin, stdout}) of each row; a file of tests for all (.py); a file of tasks with id, prompt and tests (.jsonl), which trainers see without the tests; calls, by the tools of --env; or a module, which runs with your rights (.mjs)',
    },
    {
      flags: '--python <file>',
      description:
        'with --env or --reward: write the client for trainers in Python there, a module without dependencies',
    },
    {
      flags: '--ors',
      description:
        'with --env: speak the Open Reward Standard, as openreward and TRL read it, in place of OpenEnv',
    },
    {
      flags: '--mode <mode>',
      description:
        'with --env: simulation or production, which has no reset and step over HTTP; default: OPENENV_MODE, or else simulation',
      parse: oneOf('--mode', ['simulation', 'production']),
    },
    {
      flags: '--tasks <n>',
      description: 'with --env: tasks to train on, and as many held out to test. Default: 100',
      parse: wholeNumber('--tasks', 1),
    },
    {
      flags: '--level <n>',
      description: 'with --env: difficulty of the tasks, 1 to 3; default: mixed',
      parse: wholeNumber('--level', 1),
    },
    {
      flags: '--max-steps <n>',
      description: 'with --env: limit on tool calls in one episode. Default: 20',
      parse: wholeNumber('--max-steps', 1),
    },
    {
      flags: '--sessions <n>',
      description: 'with --env: sessions at a time; default: MAX_CONCURRENT_ENVS, or else 128',
      parse: wholeNumber('--sessions', 1),
    },
    {
      flags: '--host <address>',
      description:
        'with --env or --reward: address to listen on; any but 127.0.0.1 needs the token of METTLE_SERVE_TOKEN',
    },
    {
      flags: seedOption.flags,
      description: 'with --env: draws the tasks. Default: 0',
      parse: seedOption.parse,
    },
    { flags: '--mcp', description: 'speak the Model Context Protocol' },
    {
      flags: '--workdir <dir>',
      description: 'folder that the assistant sees; it changes only by commit, after you agree',
    },
    {
      flags: '--skills <dir>',
      description:
        'folder of skills to serve too; those with a certificate, such as mettle skills writes, have to be unchanged',
    },
    {
      flags: '--port <port>',
      description:
        'listen on this port, 0 for a free one; default with --env: 8000, with --ors 8080, with --reward 8001. With --mcp, in place of standard input and output; METTLE_MCP_TOKEN sets its token',
      parse: wholeNumber('--port', 0),
    },
    {
      flags: '--engine <name>',
      description: 'auto, monty, cpython or docker; default: auto',
      parse: oneOf('--engine', ['auto', 'monty', 'cpython', 'docker']),
    },
    {
      flags: '--packages <dir>',
      description: 'folder of installed packages to import from: a virtual environment, or site-packages',
    },
    {
      flags: '--timeout <seconds>',
      description: 'seconds that one run may take; default with --mcp: 30, with --reward 5',
      parse: positiveNumber('--timeout'),
    },
    {
      flags: '--memory <megabytes>',
      description: 'megabytes that one run may use (default: 256, 1024 with --packages)',
      parse: positiveNumber('--memory'),
    },
  ],
  run: serve,
};

/** What is served, by the option that names it, and the other options that it takes. */
const SERVED = {
  mcp: ['port', 'workdir', 'skills', 'packages', 'memory', 'engine', 'timeout'],
  reward: ['env', 'level', 'seed', 'python', 'host', 'port', 'memory', 'engine', 'timeout'],
  env: ['ors', 'mode', 'tasks', 'level', 'maxSteps', 'sessions', 'host', 'seed', 'port', 'python'],
} as const;
type Served = keyof typeof SERVED;
const KINDS: readonly Served[] = ['mcp', 'reward', 'env'];

async function serve(call: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const kind = servedKind(call);
  switch (kind) {
    case 'mcp': {
      const { serveSandbox } = await import('./serve/serve-sandbox.js');
      return serveSandbox(call, io, packagesOption(call, io));
    }
    case 'reward': {
      const { serveRewardsOf } = await import('./serve/serve-rewards.js');
      return serveRewardsOf(call, io);
    }
    case 'env': {
      const { serveWorld } = await import('./serve/serve-world.js');
      return serveWorld(call, io);
    }
  }
}

/** What a call asks to serve. @throws {MettleError} `cli/missing_argument`, `cli/usage` for options of something else. */
function servedKind({ options }: CommandCall): Served {
  const [kind, other] = KINDS.filter((each) => options[each] !== undefined && options[each] !== false);
  if (kind === undefined || (other !== undefined && !isTaken(kind, other))) {
    throw missingArgument(
      'Say what to serve, one thing: npx --no mettle serve --env sql, --reward tests, or --mcp.',
    );
  }
  const stray = OPTIONS.find((name) => options[name] !== undefined && !isTaken(kind, name));
  if (stray === undefined) return kind;
  const takers = KINDS.filter((each) => isTaken(each, stray)).map((each) => `--${each}`);
  const flag = stray.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw usageError(`--${flag} is for ${takers.join(' and ')}.`);
}

const OPTIONS: readonly string[] = [...new Set(Object.values(SERVED).flat())].filter(
  (name) => !KINDS.some((kind) => kind === name),
);

function isTaken(kind: Served, name: string): boolean {
  return SERVED[kind].some((each) => each === name);
}
