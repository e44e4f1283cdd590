import { join, resolve } from 'node:path';
import type { ServeMcpOptions } from '../../tools/index.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { missingArgument, oneOf, positiveNumber, usageError, wholeNumber } from '../parse-option.js';
import { packagesOption } from '../run/packages-option.js';

/** `mettle serve --mcp`: a sandbox over a folder as an MCP server, for an assistant to work in. */
export const serveCommand: CommandDefinition = {
  name: 'serve',
  args: '',
  summary: 'serve a sandbox to an assistant, as an MCP server over standard input and output or a port',
  example: 'npx --no mettle serve --mcp --workdir .',
  options: [
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
      description: 'listen on this local port instead; 0 picks a free one, METTLE_MCP_TOKEN sets the token',
      parse: wholeNumber('--port', 0),
    },
    {
      flags: '--engine <name>',
      description: 'auto, monty, cpython or docker',
      default: 'auto',
      parse: oneOf('--engine', ['auto', 'monty', 'cpython', 'docker']),
    },
    {
      flags: '--packages <dir>',
      description: 'folder of installed packages to import from: a virtual environment, or site-packages',
    },
    {
      flags: '--timeout <seconds>',
      description: 'seconds that one run may take',
      default: 30,
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

async function serve(call: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const { mcp, port } = call.options;
  if (mcp !== true) throw missingArgument('Say what to serve: npx --no mettle serve --mcp.');
  if (port === undefined && io.json) {
    throw usageError('--json needs --port: without it, standard output carries the protocol.');
  }
  const { serveMcp } = await import('../../tools/index.js');
  const token = io.environment.METTLE_MCP_TOKEN;
  const over: ServeMcpOptions['over'] =
    port === undefined ? 'stdio' : { port: Number(port), ...(token ? { token } : {}) };
  const skills = await skillsFolder(call, io);
  await using serving = await serveMcp({
    sandbox: sandboxOptions(call, io),
    ...(skills === null ? {} : { skills }),
    over,
  });
  if (serving.url !== null) {
    io.say(`MCP: ${serving.url}`);
    io.say(token ? 'Token: that of METTLE_MCP_TOKEN' : `Token: ${serving.token}`);
  }
  const stop = (): void => void serving.close();
  io.signal.addEventListener('abort', stop, { once: true });
  if (io.signal.aborted) stop();
  await serving.ended;
  return { exitCode: 0, document: { url: serving.url, env: null, sessions: null } };
}

/** The folder of `--skills`, in which every certificate is one of the files that are there. */
async function skillsFolder({ options }: CommandCall, io: CommandIo): Promise<string | null> {
  if (options.skills === undefined) return null;
  const [{ readdir, stat }, { openSkill }] = await Promise.all([
    import('node:fs/promises'),
    import('../../pipelines/index.js'),
  ]);
  const root = resolve(io.cwd, String(options.skills));
  for (const name of (await readdir(root).catch((): string[] => [])).sort()) {
    const folder = join(root, name);
    const isCertified = await stat(join(folder, 'certificate.json')).then(
      () => true,
      () => false,
    );
    if (isCertified) await openSkill(folder);
  }
  return root;
}

function sandboxOptions(call: CommandCall, io: CommandIo): NonNullable<ServeMcpOptions['sandbox']> {
  const { workdir, engine, timeout, memory } = call.options;
  return {
    engine: engine as 'auto',
    ...(workdir === undefined ? {} : { workdir: resolve(io.cwd, String(workdir)) }),
    ...packagesOption(call, io),
    limits: {
      timeoutSeconds: Number(timeout),
      ...(memory === undefined ? {} : { memoryMegabytes: Number(memory) }),
      maxOutputChars: 200_000,
    },
  };
}
