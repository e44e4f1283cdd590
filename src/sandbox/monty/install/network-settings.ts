import { readFileSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { rootCertificates } from 'node:tls';
import type { BinaryHost } from '../find-binary.js';

/** How this machine reaches servers: the settings that pip and npm use themselves. */
export interface NetworkSettings {
  /** The proxy for an address; null to reach it directly. */
  readonly proxyFor: (url: URL) => URL | null;
  /** Certificate authorities to trust, in PEM; null for Node's own, which include `NODE_EXTRA_CA_CERTS`. */
  readonly authorities: readonly string[] | null;
  /** The address of the package index in pip's configuration; null if there is none. */
  readonly index: string | null;
  /** What a person should know if fetching fails, one sentence each. */
  readonly notes: readonly string[];
}

/** Where settings are read from. */
export interface SettingsHost extends Pick<BinaryHost, 'platform' | 'environment' | 'home'> {
  /** Path of the running Node, beside which npm keeps settings for all users. */
  readonly nodePath?: string;
}

/**
 * Reads the settings, the first that is set counts:
 *
 * - proxy: pip's (`PIP_PROXY`, `proxy` in pip.conf), `HTTPS_PROXY` or `HTTP_PROXY`, `ALL_PROXY`, npm's (`https-proxy`,
 *   `proxy`). `NO_PROXY` and npm's `noproxy` list hosts to reach directly.
 * - certificate authorities: those of `NODE_EXTRA_CA_CERTS`, `PIP_CERT` or `cert` in pip.conf, `REQUESTS_CA_BUNDLE`,
 *   `CURL_CA_BUNDLE`, `SSL_CERT_FILE` and npm's `cafile`, all of them, beside Node's own.
 *
 * npm's settings are those that npm hands to the programs it starts (`npm_config_…`), else those of the user's and the
 * machine's `.npmrc`. The `.npmrc` of a project counts only if npm started this program.
 */
export function networkSettings(host: SettingsHost): NetworkSettings {
  const { environment } = host;
  const variable = (name: string): string =>
    environment[name] || environment[name.toLowerCase()] || environment[name.toUpperCase()] || '';
  const pip = pipSettings(host);
  const npm = npmSettings(host);
  const npmSetting = (key: string): string =>
    variable(`npm_config_${key.replaceAll('-', '_')}`) || (npm.get(key) ?? '');
  const pipProxy = variable('PIP_PROXY') || (pip.get('proxy') ?? '');
  const proxies: Readonly<Record<string, string>> = {
    'https:': pipProxy || variable('HTTPS_PROXY') || variable('ALL_PROXY') || npmHttpsProxy(npmSetting),
    'http:': pipProxy || variable('http_proxy') || variable('ALL_PROXY') || npmSetting('proxy'),
  };
  const direct = variable('NO_PROXY') || npmSetting('noproxy');
  const files = new Map<string, string>();
  const addFile = (name: string, path: string): void => {
    if (path !== '' && !files.has(path)) files.set(path, name);
  };
  for (const name of ['NODE_EXTRA_CA_CERTS', 'PIP_CERT', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'])
    addFile(name, variable(name));
  addFile("pip's cert", pip.get('cert') ?? '');
  addFile('SSL_CERT_FILE', variable('SSL_CERT_FILE'));
  addFile("npm's cafile", npmSetting('cafile'));
  const notes: string[] = [];
  const read = [...files].flatMap(([path, name]) => certificatesIn(path, name, notes));
  return {
    proxyFor: (url) => {
      const text = proxies[url.protocol] ?? '';
      return text === '' || isDirect(url, direct) ? null : proxyAddress(text);
    },
    authorities: read.length === 0 ? null : [...rootCertificates, ...read],
    index: pip.get('index-url') ?? null,
    notes,
  };
}

function npmHttpsProxy(setting: (key: string) => string): string {
  return setting('https-proxy') || setting('proxy');
}

function certificatesIn(path: string, name: string, notes: string[]): readonly string[] {
  try {
    const found = readFileSync(path, 'utf8').match(
      /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g,
    );
    if (found !== null) return found;
    notes.push(`${name} names ${path}, which holds no certificate in PEM`);
  } catch {
    // A folder of certificates is no fault: pip's `cert` may be one, which Node can't use.
    notes.push(`${name} names ${path}, which can't be read as a file`);
  }
  return [];
}

/** A proxy's address: `host:port` alone means http. */
function proxyAddress(text: string): URL | null {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  return URL.canParse(address) ? new URL(address) : null;
}

/** Whether a list of hosts (`*`, `host`, `.domain`, `host:port`, comma or space between) has an address's host. */
function isDirect({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const itsPort = port || (protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', onlyPort] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(entry) ?? [];
      if (onlyPort !== undefined && onlyPort !== itsPort) return false;
      const domain = name.replace(/^\*?\./, '');
      return host === domain || host.endsWith(`.${domain}`);
    });
}

/** `key = value` of pip's configuration files. Later files count more; `[install]` and `[download]` more than `[global]`. */
function pipSettings({ environment, home, platform }: SettingsHost): ReadonlyMap<string, string> {
  const { join } = platform === 'win32' ? win32 : posix;
  const name = platform === 'win32' ? 'pip.ini' : 'pip.conf';
  const chosen = environment.PIP_CONFIG_FILE ?? '';
  const { VIRTUAL_ENV = '', APPDATA = '', PROGRAMDATA = '', XDG_CONFIG_HOME = '' } = environment;
  const places =
    chosen === '/dev/null'
      ? []
      : [
          ...(platform === 'win32'
            ? [PROGRAMDATA && join(PROGRAMDATA, 'pip', name), join(home, 'pip', name)]
            : ['/etc/xdg/pip/pip.conf', '/etc/pip.conf', join(home, '.pip', name)]),
          platform === 'win32'
            ? APPDATA && join(APPDATA, 'pip', name)
            : join(XDG_CONFIG_HOME || join(home, '.config'), 'pip', name),
          ...(platform === 'darwin' ? [join(home, 'Library', 'Application Support', 'pip', name)] : []),
          VIRTUAL_ENV && join(VIRTUAL_ENV, name),
          chosen,
        ];
  const files = places.filter((path) => path !== '').map(settingsIn);
  const found = new Map<string, string>();
  for (const section of ['global', 'download', 'install'])
    for (const file of files) for (const [key, value] of file.get(section) ?? []) found.set(key, value);
  return found;
}

/** The settings of the machine's and the user's `.npmrc`; the user's count more. */
function npmSettings({ environment, home, platform, nodePath }: SettingsHost): ReadonlyMap<string, string> {
  const { join, dirname } = platform === 'win32' ? win32 : posix;
  const prefix = dirname(platform === 'win32' ? (nodePath ?? '') : dirname(nodePath ?? ''));
  const machine =
    environment.npm_config_globalconfig || (nodePath === undefined ? '' : join(prefix, 'etc', 'npmrc'));
  const user = environment.npm_config_userconfig || environment.NPM_CONFIG_USERCONFIG || join(home, '.npmrc');
  const found = new Map<string, string>();
  for (const path of [machine, user].filter((place) => place !== ''))
    for (const [key, value] of settingsIn(path).get('') ?? [])
      found.set(
        key,
        value.replace(/\$\{([^}]+)\}/g, (whole, name: string) => environment[name] ?? whole),
      );
  return found;
}

/** What an INI file sets, by section; nothing if there is no such file. */
function settingsIn(path: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const sections = new Map<string, Map<string, string>>();
  let section = '';
  for (const line of textOf(path).split(/\r?\n/)) {
    const heading = /^\s*\[(.*)\]\s*$/.exec(line)?.[1];
    if (heading !== undefined) section = heading.trim();
    const [, key, value] = /^([^#;=:][^=:]*)[=:](.*)$/.exec(line.trim()) ?? [];
    if (key === undefined || value === undefined || heading !== undefined) continue;
    const settings = sections.get(section) ?? new Map<string, string>();
    settings.set(key.trim().toLowerCase().replaceAll('_', '-'), value.trim().replace(/^(["'])(.*)\1$/, '$2'));
    sections.set(section, settings);
  }
  return sections;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
