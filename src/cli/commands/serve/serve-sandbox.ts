import { join, resolve } from 'node:path';
import type { ServeMcpOptions } from '../../../tools/index.js';
import type { CommandCall, CommandIo, CommandOutcome } from '../../command.js';
import { usageError } from '../../parse-option.js';

/** Serves a sandbox over a folder as an MCP server, for an assistant to work in, until its client or the user ends it. */
export async function serveSandbox(
  call: CommandCall,
  io: CommandIo,
  packages: { readonly packages?: string },
): Promise<CommandOutcome> {
  const { port } = call.options;
  if (port === undefined && io.json) {
    throw usageError('--json needs --port: without it, standard output carries the protocol.');
  }
  const { serveMcp } = await import('../../../tools/index.js');
  const token = io.environment.METTLE_MCP_TOKEN;
  const over: ServeMcpOptions['over'] =
    port === undefined ? 'stdio' : { port: Number(port), ...(token ? { token } : {}) };
  const skills = await skillsFolder(call, io);
  await using serving = await serveMcp({
    sandbox: { ...sandboxOptions(call, io), ...packages },
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
    import('../../../pipelines/index.js'),
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
  const { workdir, engine = 'auto', timeout = 30, memory } = call.options;
  return {
    engine: engine as 'auto',
    ...(workdir === undefined ? {} : { workdir: resolve(io.cwd, String(workdir)) }),
    limits: {
      timeoutSeconds: Number(timeout),
      ...(memory === undefined ? {} : { memoryMegabytes: Number(memory) }),
      maxOutputChars: 200_000,
    },
  };
}
