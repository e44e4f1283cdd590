import type { Cookie } from 'playwright-core';
import { type Json, sha256 } from '../../core/index.js';
import type { WorldState } from '../world-state.js';
import type { OpenedBrowserSite } from './browser-site.js';
import type { PageFacts } from './page-questions.js';
import type { FrameFacts } from './page-reader.js';

/** Values that are longer stand in the state as their hash. */
const LONGEST_VALUE = 1000;

/** What a browser world consists of at one moment. */
export interface BrowserFacts {
  readonly url: string;
  readonly page: PageFacts;
  /** The frames within the page. */
  readonly frames: readonly FrameFacts[];
  readonly cookies: readonly Cookie[];
  /** What each origin stored, as it was last seen. */
  readonly storage: ReadonlyMap<string, Pick<PageFacts, 'local' | 'session'>>;
  readonly sites: ReadonlyMap<string, OpenedBrowserSite>;
}

/** The facts by name: `page/…`, `form/FIELD`, `frame/1/…`, `cookies/…`, `storage/ORIGIN/…`, `site/HOST/…`. */
export function browserState({ url, page, frames, cookies, storage, sites }: BrowserFacts): WorldState {
  const state = new Map<string, Json>([
    ['page/url', url],
    ['page/title', page.title],
    ['page/text', textFact(page)],
  ]);
  addFields(state, 'form/', page);
  for (const [index, { url: address, facts }] of frames.entries()) {
    const name = `frame/${index + 1}`;
    state.set(`${name}/url`, short(address)).set(`${name}/text`, textFact(facts));
    addFields(state, `${name}/form/`, facts);
  }
  for (const { domain, path, name, value } of cookies) {
    state.set(`cookies/${domain}${path}:${name}`, short(value));
  }
  for (const [origin, { local, session }] of storage) {
    for (const [key, value] of local) state.set(`storage/${origin}/local/${key}`, short(value));
    for (const [key, value] of session) state.set(`storage/${origin}/session/${key}`, short(value));
  }
  for (const [origin, site] of sites) {
    const { host } = new URL(origin);
    for (const [name, value] of Object.entries(site.state?.() ?? {})) {
      state.set(`site/${host}/${name}`, structuredClone(value));
    }
  }
  return state;
}

function textFact({ text, truncated }: PageFacts): Json {
  return { characters: text.length, sha256: sha256(text), truncated };
}

/** The fields of a form by name; a second one of the same name is `NAME[2]`. */
function addFields(state: Map<string, Json>, prefix: string, { fields }: PageFacts): void {
  const count = new Map<string, number>();
  for (const [name, value] of fields) {
    const seen = (count.get(name) ?? 0) + 1;
    count.set(name, seen);
    state.set(`${prefix}${name}${seen === 1 ? '' : `[${seen}]`}`, short(value));
  }
}

function short(value: string | boolean | number): Json {
  if (typeof value !== 'string' || value.length <= LONGEST_VALUE) return value;
  return { characters: value.length, sha256: sha256(value) };
}
