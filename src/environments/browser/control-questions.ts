import type { Locator, Selectors } from 'playwright-core';

const ENGINE = 'mettle';

/** What can be asked of a control. */
export type ControlQuestion = 'point' | 'fill' | 'options';

/**
 * A selector engine that runs out of the reach of the page's scripts. It answers by an element that is in no page, whose
 * title is the answer: engines give elements and nothing else. Answers are bounded, whatever the page holds.
 */
const SCRIPT = `(() => {
  // Playwright's snapshots are made in the same world, and would give what was typed into fields for passwords.
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  const get = function () {
    const text = value.get.call(this);
    return this.type === 'password' ? '•'.repeat(text.length) : text;
  };
  Object.defineProperty(HTMLInputElement.prototype, 'value', { ...value, get });
  return { queryAll };

  function queryAll(element, question) {
    const oneLine = (text, most) => String(text ?? '').slice(0, 4 * most).replace(/\\s+/g, ' ').trim().slice(0, most);
    const closest = (selector) => Element.prototype.closest.call(element, selector);
    const describe = (other) =>
      '<' + [other.localName, other.id && 'id=' + oneLine(other.id, 60), oneLine(other.innerText, 60)].filter(Boolean).join(' ') + '>';
    const isDisabled = () =>
      element.matches(':disabled') ? 'is disabled' : closest('[aria-disabled=true],[inert]') ? 'is disabled (aria-disabled or inert)' : '';
    const hit = () => {
      const box = [...element.getClientRects()].find(({ width, height }) => width * height > 0);
      if (box === undefined) return 'has no size on the page';
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const top = element.getRootNode().elementFromPoint(x, y);
      if (top === null) return 'is outside of what the window can show';
      for (let at = top; at; at = at.parentElement ?? at.getRootNode().host) if (at === element) return '';
      if ([...(element.labels ?? [])].some((label) => label.contains(top))) return '';
      if (getComputedStyle(element).pointerEvents === 'none') return 'takes no clicks (pointer-events: none)';
      return 'is covered by ' + describe(top);
    };
    const answers = {
      point: () => {
        // What would open a window opens in the page: there is one page.
        for (const opener of [closest('a[href],area[href]'), closest('form')]) opener?.setAttribute('target', '_self');
        if (isDisabled() || hit() === '') return isDisabled();
        element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        return hit();
      },
      fill: () => isDisabled() || (element.readOnly === true ? 'is read-only' : ''),
      options: () =>
        JSON.stringify([...(element.options ?? [])].slice(0, 1000).map(({ text, value }) => [oneLine(text, 1000), value.slice(0, 1000)])),
    };
    const note = Document.prototype.createElement.call(document, 'p');
    note.title = answers[question]();
    return [note];
  }
})()`;

const registered = new WeakMap<Selectors, Promise<void>>();

/** Makes controls answer {@link askControl}, once for each copy of Playwright. Contexts opened before don't. */
export async function registerControlQuestions(selectors: Selectors): Promise<void> {
  const before = registered.get(selectors);
  const now = before ?? selectors.register(ENGINE, { content: SCRIPT }, { contentScript: true });
  registered.set(selectors, now);
  await now;
}

/**
 * Asks a control. `point`: why a click on it would not reach it; it is scrolled to, and opens what it opens in this page.
 * `fill`: why it takes no input. Both '' if there is no reason. `options`: the texts and values of a list, as JSON.
 */
export async function askControl(
  control: Locator,
  question: ControlQuestion,
  timeout: number,
): Promise<string> {
  return (await control.locator(`${ENGINE}=${question}`).getAttribute('title', { timeout })) ?? '';
}
