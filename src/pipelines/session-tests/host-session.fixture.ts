import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CodingClient } from '../../environments/index.js';

/** A step of a session, before a client has it in its own words. */
export type HostStep =
  | { readonly do: 'shell'; readonly command: string }
  | { readonly do: 'read'; readonly path: string; readonly first?: number; readonly count?: number }
  | { readonly do: 'write'; readonly path: string; readonly text: string }
  | { readonly do: 'edit'; readonly path: string; readonly old: string; readonly now: string };

/** A tool call and what it gave, as a client's log has them. */
interface Recorded {
  readonly tool: string;
  readonly given: object;
  readonly output: string;
  readonly failed: boolean;
}

/**
 * Records a session in a copy of a folder at `root`: its steps run with the bash of this machine, and no part of Mettle. Gives the log as the
 * client would have written it.
 */
export function recordOnHost(
  client: CodingClient,
  {
    folder,
    root,
    steps,
  }: { readonly folder: string; readonly root: string; readonly steps: readonly HostStep[] },
): string {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(dirname(root), { recursive: true });
  cpSync(folder, root, { recursive: true });
  const host: Host = { client, root, cwd: root };
  const calls = steps.map((step) => recorded(step, host));
  rmSync(root, { recursive: true, force: true });
  const log = { 'claude-code': claudeLog, codex: codexLog, pi: piLog }[client](calls, root);
  return log.map((line) => `${JSON.stringify(line)}\n`).join('');
}

interface Host {
  readonly client: CodingClient;
  readonly root: string;
  /** Where Claude Code's shell is. */
  cwd: string;
}

function recorded(step: HostStep, host: Host): Recorded {
  if (step.do === 'shell') return shell(step.command, host);
  if (host.client === 'codex') return shell(asLine(step), host);
  const path = join(host.root, step.path);
  if (step.do === 'read') return read(step, path, host);
  if (step.do === 'write') return write(step, path, host);
  return edit(step, path, host);
}

/** What Codex does by lines of the shell. Its patches are applied by the client itself. */
function asLine(step: Exclude<HostStep, { do: 'shell' }>): string {
  if (step.do === 'read') {
    const first = step.first ?? 1;
    return `sed -n '${first},${first + (step.count ?? 60) - 1}p' '${step.path}'`;
  }
  if (step.do === 'write') return `cat > '${step.path}' <<'EOF'\n${step.text}EOF\nwc -c '${step.path}'`;
  const lines = [
    ...step.old.split('\n').map((line) => `-${line}`),
    ...step.now.split('\n').map((line) => `+${line}`),
  ];
  return `apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: ${step.path}\n@@\n${lines.join('\n')}\n*** End Patch\nEOF`;
}

function shell(command: string, host: Host): Recorded {
  const { client, root } = host;
  const patched = /^apply_patch <<'EOF'\n([\s\S]*)\nEOF$/.exec(command)?.[1];
  if (client === 'codex' && patched !== undefined) return patch(command, patched, host);
  const left = `${root}.cwd`;
  const script = client === 'claude-code' ? `eval ${quoted(command)} && pwd -P >| ${quoted(left)}` : command;
  const { stdout, status } = spawnSync('bash', ['-c', `{ ${script}\n} 2>&1`], {
    cwd: client === 'claude-code' ? host.cwd : root,
    encoding: 'utf8',
    env: { ...process.env, ...AUTHOR, PYTHONHASHSEED: '0' },
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const code = status ?? 1;
  if (client === 'codex') {
    const output = `Chunk ID: 1a2b3c\nWall time: 0.0516 seconds\nProcess exited with code ${code}\nOriginal token count: ${Math.ceil(stdout.length / 4)}\nOutput:\n${stdout}`;
    return { tool: 'exec_command', given: { cmd: command }, output, failed: false };
  }
  if (client === 'pi') {
    const shown = stdout === '' ? '(no output)' : stdout;
    const output = code === 0 ? shown : `${shown}\n\nCommand exited with code ${code}`;
    return { tool: 'bash', given: { command }, output, failed: code !== 0 };
  }
  if (existsSync(left)) {
    host.cwd = readFileSync(left, 'utf8').trim();
    rmSync(left);
  }
  const reset = host.cwd.startsWith(root) ? '' : `\nShell cwd was reset to ${root}`;
  if (reset !== '') host.cwd = root;
  const text = `${stdout.trimEnd()}${reset}`;
  const output =
    code === 0 ? text || '(Bash completed with no output)' : `Exit code ${code}\n${text}`.trimEnd();
  return { tool: 'Bash', given: { command, description: 'Run' }, output, failed: code !== 0 };
}

const AUTHOR = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
};

/** A patch that replaces whole lines, as the scripts of these sessions make them. */
function patch(command: string, text: string, { root }: Host): Recorded {
  const path = /^\*\*\* Update File: (.+)$/m.exec(text)?.[1] ?? '';
  const lines = text.split('\n');
  const side = (sign: string): string =>
    lines
      .filter((line) => line.startsWith(sign))
      .map((line) => line.slice(1))
      .join('\n');
  const before = readFileSync(join(root, path), 'utf8');
  const isThere = `\n${before}`.includes(`\n${side('-')}\n`);
  if (isThere)
    writeFileSync(
      join(root, path),
      before.replace(side('-'), () => side('+')),
    );
  const output = isThere
    ? `Chunk ID: 1a2b3c\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nSuccess. Updated the following files:\nM ${path}\n`
    : `apply_patch verification failed: Failed to find expected lines in ${path}:\n${side('-')}`;
  return { tool: 'exec_command', given: { cmd: command }, output, failed: false };
}

function read(
  { path, first = 1, count }: Extract<HostStep, { do: 'read' }>,
  file: string,
  { client }: Host,
): Recorded {
  const given = {
    ...(first === 1 ? {} : { offset: first }),
    ...(count === undefined ? {} : { limit: count }),
  };
  const isThere = existsSync(file);
  const lines = isThere ? readFileSync(file, 'utf8').split('\n') : [];
  if (client === 'pi') {
    const shown = lines.slice(first - 1, count === undefined ? undefined : first - 1 + count);
    const left = lines.length - (first - 1) - shown.length;
    const more =
      left > 0 ? `\n\n[${left} more lines in file. Use offset=${first + shown.length} to continue.]` : '';
    const output = isThere
      ? `${shown.join('\n')}${more}`
      : `ENOENT: no such file or directory, access '${file}'`;
    return { tool: 'read', given: { path, ...given }, output, failed: !isThere };
  }
  if (lines.at(-1) === '') lines.pop();
  const shown = lines.slice(first - 1, count === undefined ? undefined : first - 1 + count);
  const output = isThere
    ? shown.map((line, index) => `${first + index}\t${line}`).join('\n')
    : 'File does not exist.';
  return { tool: 'Read', given: { file_path: file, ...given }, output, failed: !isThere };
}

function write({ path, text }: Extract<HostStep, { do: 'write' }>, file: string, { client }: Host): Recorded {
  const isNew = !existsSync(file);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  if (client === 'pi') {
    return {
      tool: 'write',
      given: { path, content: text },
      output: `Successfully wrote ${text.length} bytes to ${path}`,
      failed: false,
    };
  }
  const output = isNew
    ? `File created successfully at: ${file}`
    : `The file ${file} has been updated successfully.`;
  return { tool: 'Write', given: { file_path: file, content: text }, output, failed: false };
}

function edit(
  { path, old, now }: Extract<HostStep, { do: 'edit' }>,
  file: string,
  { client }: Host,
): Recorded {
  const before = readFileSync(file, 'utf8');
  const isThere = before.includes(old);
  const after = before.replace(old, () => now);
  if (isThere) writeFileSync(file, after);
  if (client === 'pi') {
    const output = isThere
      ? `Successfully replaced 1 block(s) in ${path}.`
      : `Could not find the exact text in ${path}. The old text must match exactly including all whitespace and newlines.`;
    return {
      tool: 'edit',
      given: { path, edits: [{ oldText: old, newText: now }] },
      output,
      failed: !isThere,
    };
  }
  const at = before.slice(0, before.indexOf(old)).split('\n').length;
  const snippet = after
    .split('\n')
    .slice(Math.max(0, at - 5), at + 4)
    .map((line, index) => `${String(Math.max(0, at - 5) + index + 1).padStart(6)}→${line}`);
  const output = isThere
    ? `The file ${file} has been updated. Here's the result of running \`cat -n\` on a snippet of the edited file:\n${snippet.join('\n')}`
    : `<tool_use_error>String to replace not found in file.\nString: ${old}</tool_use_error>`;
  return {
    tool: 'Edit',
    given: { file_path: file, old_string: old, new_string: now, replace_all: false },
    output,
    failed: !isThere,
  };
}

function claudeLog(calls: readonly Recorded[], cwd: string): readonly object[] {
  const entry = (type: string, content: unknown, index: number): object => ({
    parentUuid: index === 0 ? null : `u${index - 1}`,
    isSidechain: false,
    sessionId: 's1',
    cwd,
    version: '2.1.197',
    type,
    message: { role: type, content, ...(type === 'assistant' ? { id: `m${index}`, model: 'claude-x' } : {}) },
    uuid: `u${index}`,
    timestamp: '2026-01-01T00:00:00.000Z',
  });
  const contents = calls.flatMap(({ tool, given, output, failed }, index) => [
    ['assistant', [{ type: 'tool_use', id: `toolu_${index}`, name: tool, input: given }]] as const,
    [
      'user',
      [{ type: 'tool_result', tool_use_id: `toolu_${index}`, content: output, is_error: failed }],
    ] as const,
  ]);
  const all = [
    ['user', 'Work on it.'] as const,
    ...contents,
    ['assistant', [{ type: 'text', text: 'Done.' }]] as const,
  ];
  return all.map(([type, content], index) => entry(type, content, index));
}

function codexLog(calls: readonly Recorded[], cwd: string): readonly object[] {
  const item = (payload: object): object => ({
    timestamp: '2026-01-01T00:00:00.000Z',
    type: 'response_item',
    payload,
  });
  const text = (role: string, type: string, words: string): object =>
    item({ type: 'message', role, content: [{ type, text: words }] });
  return [
    {
      timestamp: '2026-01-01T00:00:00.000Z',
      type: 'session_meta',
      payload: { id: 's1', cwd, cli_version: '0.171.0' },
    },
    text('user', 'input_text', 'Work on it.'),
    ...calls.flatMap(({ tool, given, output }, index) => [
      item({ type: 'function_call', name: tool, arguments: JSON.stringify(given), call_id: `call_${index}` }),
      item({ type: 'function_call_output', call_id: `call_${index}`, output }),
    ]),
    text('assistant', 'output_text', 'Done.'),
  ];
}

function piLog(calls: readonly Recorded[], cwd: string): readonly object[] {
  const message = (value: object): object => ({
    type: 'message',
    timestamp: '2026-01-01T00:00:00.000Z',
    message: value,
  });
  return [
    { type: 'session', version: 3, id: 's1', timestamp: '2026-01-01T00:00:00.000Z', cwd },
    message({ role: 'user', content: [{ type: 'text', text: 'Work on it.' }] }),
    ...calls.flatMap(({ tool, given, output, failed }, index) => [
      message({
        role: 'assistant',
        content: [{ type: 'toolCall', id: `call_${index}`, name: tool, arguments: given }],
        stopReason: 'toolUse',
      }),
      message({
        role: 'toolResult',
        toolCallId: `call_${index}`,
        toolName: tool,
        content: [{ type: 'text', text: output }],
        isError: failed,
      }),
    ]),
    message({ role: 'assistant', content: [{ type: 'text', text: 'Done.' }], stopReason: 'stop' }),
  ];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
