import type { Finding, PythonParse, SourceRange } from '../../python/index.js';
import { mentionsInTree, type PythonFacts } from '../../python/internal.js';
import { readableCodeOf } from '../python/code-of.js';
import {
  type CommonOptions,
  checkCommonOptions,
  commonOptions,
  createRequirement,
  type Requirement,
} from '../requirement.js';
import { failWith, passWith } from '../verdict.js';
import { mentionsIn } from './mentions.js';

/** What code can reach for, and how that shows in its source. */
interface Reach {
  readonly name: string;
  readonly rule: string;
  readonly description: string;
  readonly hint: string;
  readonly modules: ReadonlySet<string>;
  /** What may be imported from them all the same. */
  readonly harmless?: readonly string[];
  /** Calls by their resolved path; a trailing `*` stands for the rest. */
  readonly calls: readonly string[];
}

const network: Reach = {
  name: 'NoNetworkUse',
  rule: 'effect/network',
  description: 'The code does not use the network.',
  hint: 'Work with the data that is given.',
  modules: new Set(
    'socket _socket socketserver ssl _ssl select selectors asyncio.streams http wsgiref.simple_server multiprocessing.connection urllib.request urllib3 ftplib smtplib poplib imaplib nntplib telnetlib xmlrpc requests httpx aiohttp websocket websockets paramiko boto3 grpc pycurl'.split(
      ' ',
    ),
  ),
  harmless: ['http.HTTPMethod', 'http.HTTPStatus'],
  calls: [
    'asyncio.open_connection',
    'asyncio.open_unix_connection',
    'asyncio.start_server',
    'asyncio.start_unix_server',
    'logging.handlers.DatagramHandler',
    'logging.handlers.HTTPHandler',
    'logging.handlers.SMTPHandler',
    'logging.handlers.SocketHandler',
    'logging.handlers.SysLogHandler',
    'webbrowser.open*',
    'urllib.request.*',
  ],
};

const files: Reach = {
  name: 'NoFileUse',
  rule: 'effect/files',
  description: 'The code does not read or write files.',
  hint: 'Keep data in variables; print the result.',
  modules: new Set(
    'shutil tempfile glob fileinput io.FileIO _io posix linecache mmap runpy sqlite3 dbm shelve zipfile tarfile pathlib'.split(
      ' ',
    ),
  ),
  harmless: ['pathlib.PurePath', 'pathlib.PurePosixPath', 'pathlib.PureWindowsPath'],
  calls: [
    'open',
    'io.open*',
    'os.open',
    'os.remove',
    'os.unlink',
    'os.rename*',
    'os.replace',
    'os.mkdir',
    'os.makedirs',
    'os.rmdir',
    'os.removedirs',
    'os.listdir',
    'os.scandir',
    'os.walk',
    'os.chmod',
    'os.chown',
    'os.link',
    'os.symlink',
    'os.truncate',
    'codecs.open',
    'bz2.open',
    'bz2.BZ2File',
    'gzip.open',
    'gzip.GzipFile',
    'lzma.open',
    'lzma.LZMAFile',
    'io.FileIO',
    'logging.FileHandler',
    'os.path.exists',
    'os.path.isfile',
    'os.path.isdir',
    'os.path.getsize',
    'os.path.getmtime',
    'os.stat',
    '.read_text',
    '.read_bytes',
    '.write_text',
    '.write_bytes',
  ],
};

const processes: Reach = {
  name: 'NoSubprocessUse',
  rule: 'effect/processes',
  description: 'The code does not start other programs or processes.',
  hint: 'Do the work in Python itself.',
  modules: new Set(
    'subprocess _posixsubprocess asyncio.subprocess posix multiprocessing pty pexpect sh concurrent.futures.process concurrent.futures.ProcessPoolExecutor'.split(
      ' ',
    ),
  ),
  calls: [
    'os.system',
    'os.popen*',
    'os.fork*',
    'os.exec*',
    'os.spawn*',
    'os.posix_spawn*',
    'os.kill*',
    'os.startfile',
    'posix.*',
    'asyncio.create_subprocess_*',
    'concurrent.futures.ProcessPoolExecutor',
  ],
};

/**
 * The code does not use the network, as far as the source shows. This isn't a security boundary; a sandbox without a
 * network is.
 */
export function NoNetworkUse(options: CommonOptions = {}): Requirement {
  checkCommonOptions(options, 'NoNetworkUse');
  return doesNotReach(network, options);
}

/**
 * The code does not use files, as far as the source shows. This isn't a security boundary; the sandbox's own tree is.
 */
export function NoFileUse(options: CommonOptions = {}): Requirement {
  checkCommonOptions(options, 'NoFileUse');
  return doesNotReach(files, options);
}

/**
 * The code does not start processes, as far as the source shows. This isn't a security boundary; the sandbox's limit
 * is.
 */
export function NoSubprocessUse(options: CommonOptions = {}): Requirement {
  checkCommonOptions(options, 'NoSubprocessUse');
  return doesNotReach(processes, options);
}

function doesNotReach(reach: Reach, options: CommonOptions): Requirement {
  return createRequirement({
    name: reach.name,
    description: reach.description,
    how: 'imports and calls are read from the source, aliases followed',
    follows: ['PythonCodeExtraction', 'PythonSyntaxValid'],
    notLimitedBy: ['PythonSyntaxValid'],
    ...commonOptions(options),
    recipe: { make: reach.name, options },
    memoise: true,
    validate(artefact) {
      const found = readableCodeOf(artefact, 'the check for side effects');
      if ('missing' in found) return found.missing;
      const findings = artefact.facts === null ? [] : findReaches(artefact.facts, artefact.parse(), reach);
      if (findings.length === 0) return passWith('Nothing of the kind in the source.');
      return failWith(findings.map(({ message }) => message).join(' '), { findings });
    },
  });
}

function findReaches(facts: PythonFacts, parse: PythonParse | null, reach: Reach): readonly Finding[] {
  const found = new Map<string, Finding>();
  const add = (place: SourceRange, what: string): void => {
    const { line, column, endLine, endColumn } = place;
    const key = `${line}:${column}:${what}`;
    if (found.has(key)) return;
    found.set(key, {
      rule: reach.rule,
      severity: 'error',
      line,
      column,
      endLine,
      endColumn,
      message: `It uses ${what} in line ${line}.`,
      hint: reach.hint,
    });
  };
  for (const fact of facts.imports) {
    const full = fact.name === undefined || fact.name === '*' ? fact.module : `${fact.module}.${fact.name}`;
    if (reach.harmless?.includes(full) === true) continue;
    if (fact.level === 0 && prefixes(full).some((prefix) => reach.modules.has(prefix))) add(fact, full);
  }
  for (const fact of facts.dynamicCode) {
    const { module } = fact;
    if (module !== undefined && prefixes(module).some((prefix) => reach.modules.has(prefix)))
      add(fact, module);
  }
  const opens = parse?.ok === true ? mentionsInTree(parse.tree, 'open') : null;
  for (const call of facts.calls) {
    const isOwn =
      call.path === 'open' && opens?.isShadowed(facts.lines.offset(call.line, call.column)) === true;
    if (!isOwn && reach.calls.some((pattern) => matches(call.path, pattern))) add(call, call.path);
  }
  // A function that is named without a call may be called by another name.
  const mentions = parse?.ok === true ? mentionsIn(parse.tree, facts) : [];
  for (const mention of mentions) {
    const isFound = reach.calls.some((pattern) => !pattern.startsWith('.') && matches(mention.path, pattern));
    if (isFound) add(mention, mention.path);
  }
  return [...found.values()];
}

function prefixes(module: string): readonly string[] {
  const parts = module.split('.');
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}

function matches(path: string, pattern: string): boolean {
  if (pattern.startsWith('.')) return path.endsWith(pattern);
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}
