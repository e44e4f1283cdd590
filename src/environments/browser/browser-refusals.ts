import { errorMessage, startOf } from '../../core/internal.js';
import { failedObservation, type Observation } from '../../records/index.js';
import type { AllowedOrigins } from './allowed-origins.js';
import type { PageControl } from './page-questions.js';

/** The control that is meant, or why none is. */
export function choose(
  controls: readonly PageControl[],
  kind: string,
  text: string,
  nth: unknown,
): PageControl | Observation {
  const what = {
    click: 'nothing to click on',
    type: 'no text field',
    select: 'no drop-down list',
    upload: 'no file field',
  }[kind];
  const [first, second] = controls;
  if (first === undefined) return failedObservation('not_found', `there is ${what} called ${text}`);
  if (nth === undefined && second !== undefined) {
    const names = controls.map(({ name }, index) => `${index + 1}: ${name}`).slice(0, 20);
    return failedObservation('ambiguous', `${controls.length} fit; choose one by nth (${names.join('; ')})`);
  }
  const chosen = controls[Number(nth ?? 1) - 1];
  return chosen ?? failedObservation('not_found', `nth is ${nth}, but only ${controls.length} fit`);
}

/** That a call names no control. */
export function unnamedControl(): Observation {
  return failedObservation('invalid_arguments', 'name the control by its text or label, or by ref');
}

/** That a reference is from another page, or its control is gone. */
export function noSuchReference(ref: string): Observation {
  return failedObservation('not_found', `${ref} is not on the page any more; call browser_snapshot again`);
}

/** That an address is not open to this world. */
export function notAllowed(url: string, { all }: AllowedOrigins): Observation {
  return failedObservation(
    'not_allowed',
    `this world does not open ${startOf(url, 300)}; allowed: ${[...all].join(', ')}`,
  );
}

/** What Playwright says, as the agent reads it: its first line, without its own name for the call. */
export function failureOf(error: unknown, type: string): Observation {
  const [line = ''] = errorMessage(error).split('\n');
  if (line.includes('Download is starting'))
    return failedObservation('download_refused', 'what is there is a download; downloads are refused');
  const isTimeout = /timeout .* exceeded/i.test(line);
  return failedObservation(isTimeout ? 'timeout' : type, line.replace(/^\w+\.\w+: /, ''));
}
