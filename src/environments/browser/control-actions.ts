import { Buffer } from 'node:buffer';
import type { Locator } from 'playwright-core';
import type { JsonObject } from '../../core/index.js';
import { failedObservation, type Observation } from '../../records/index.js';
import { askControl } from './control-questions.js';
import type { PageQuestions } from './page-questions.js';

/** What a tool does to a control. */
export interface ControlAction {
  /** Which controls a text can mean. */
  readonly kind: PageQuestions['controls']['asks']['kind'];
  /** Why the control can't be used now; '' if it can. */
  readonly obstacle: (control: Locator, timeout: number) => Promise<string>;
  /** Does it, or says why not. */
  readonly act: (control: Locator, call: ActionCall) => Promise<Observation | null>;
}

/** The rest of a call, and what there is to carry it out with. */
interface ActionCall {
  readonly values: JsonObject;
  readonly timeout: number;
  /** Files that the world provides, by name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Obstacles are looked for before; Playwright would wait for them to go away. */
const AT_ONCE = { force: true, noWaitAfter: true } as const;

const canBePointedAt: ControlAction['obstacle'] = (control, timeout) => askControl(control, 'point', timeout);
const takesInput: ControlAction['obstacle'] = (control, timeout) => askControl(control, 'fill', timeout);

/** The tools that act on one control, by name. */
export const controlActions: Readonly<Record<string, ControlAction>> = {
  browser_click: {
    kind: 'click',
    obstacle: canBePointedAt,
    act: async (control, { values, timeout }) => {
      await control.click({ ...AT_ONCE, timeout, clickCount: values.double === true ? 2 : 1 });
      return null;
    },
  },
  browser_hover: {
    kind: 'click',
    obstacle: canBePointedAt,
    act: async (control, { timeout }) => {
      await control.hover({ ...AT_ONCE, timeout });
      return null;
    },
  },
  browser_type: {
    kind: 'type',
    obstacle: takesInput,
    act: async (field, { values, timeout }) => {
      await field.fill(String(values.text), { force: true, timeout });
      if (values.submit === true) {
        await askControl(field, 'point', timeout);
        await field.press('Enter', { noWaitAfter: true, timeout });
      }
      return null;
    },
  },
  browser_select: { kind: 'select', obstacle: takesInput, act: select },
  browser_upload: { kind: 'upload', obstacle: takesInput, act: upload },
};

/** Chooses an option by its text or else its value. */
async function select(list: Locator, { values, timeout }: ActionCall): Promise<Observation | null> {
  const wanted = String(values.option);
  const options = JSON.parse(await askControl(list, 'options', timeout)) as readonly [string, string][];
  const byText = options.findIndex(([text]) => text === wanted);
  const index = byText >= 0 ? byText : options.findIndex(([, value]) => value === wanted);
  if (index >= 0) {
    await list.selectOption({ index }, { ...AT_ONCE, timeout });
    return null;
  }
  const texts = options.slice(0, 20).map(([text]) => text);
  return failedObservation('not_found', `there is no option ${wanted}; there are: ${texts.join(', ')}`);
}

/** Hands over a file of the world, or one with the text of the call. The host's files are never read. */
async function upload(field: Locator, { values, timeout, files }: ActionCall): Promise<Observation | null> {
  const name = String(values.file);
  const bytes = typeof values.text === 'string' ? Buffer.from(values.text) : files.get(name);
  if (bytes === undefined) {
    const names = files.size === 0 ? 'none' : [...files.keys()].join(', ');
    return failedObservation(
      'not_found',
      `this world has no file ${name}; pass its text, or one of: ${names}`,
    );
  }
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) };
  await field.setInputFiles(file, { noWaitAfter: true, timeout });
  return null;
}
