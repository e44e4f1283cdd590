import { INTO_SHADOW, MARK } from './page-questions.js';

/**
 * The function that runs in the page, in a JavaScript world of its own: what the page's scripts have replaced is not
 * replaced there. Names of forms and images can still stand in for members of a form and of the document, so every
 * member is taken from its prototype. Open shadow trees are read where they show, with what their slots take in. All work
 * is bounded, however large the page is.
 */
export const PAGE_SCRIPT: string = `async function ({ question, asks }) {
  const getter = (type, name) => {
    const { get } = Object.getOwnPropertyDescriptor(type.prototype, name);
    return (node) => get.call(node);
  };
  const method = (type, name) => {
    const body = type.prototype[name];
    return (node, ...values) => body.apply(node, values);
  };
  const nodeType = getter(Node, 'nodeType');
  const firstChild = getter(Node, 'firstChild');
  const nextSibling = getter(Node, 'nextSibling');
  const previousElement = getter(Element, 'previousElementSibling');
  const parentElement = getter(Node, 'parentElement');
  const textData = getter(CharacterData, 'data');
  const tagName = getter(Element, 'tagName');
  const attribute = method(Element, 'getAttribute');
  const isVisible = method(Element, 'checkVisibility');
  const queryAll = method(Document, 'querySelectorAll');
  const queryAllBelow = method(DocumentFragment, 'querySelectorAll');
  const parentNode = getter(Node, 'parentNode');
  const shadowOf = getter(Element, 'shadowRoot');
  const hostOf = getter(ShadowRoot, 'host');
  const assigned = method(HTMLSlotElement, 'assignedNodes');
  const rootOf = getter(Document, 'documentElement');
  const titleOf = getter(Document, 'title');
  const animationsOf = method(Document, 'getAnimations');
  const readyState = getter(Document, 'readyState');

  const MOST_NODES = 100000;
  const MOST_CONTROLS = 2000;
  const MOST_FACTS = 500;
  const BLOCK = new Set(('ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM ' +
    'H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL OPTION P PRE SECTION SUMMARY TABLE TR UL').split(' '));
  const UNREAD = new Set('HEAD SCRIPT STYLE NOSCRIPT TEMPLATE IFRAME OBJECT SVG TEXTAREA SELECT'.split(' '));

  const plain = (text, most) => String(text ?? '').slice(0, most).toWellFormed();
  const oneLine = (text, most) => plain(String(text ?? '').slice(0, 4 * most).replace(/\\s+/g, ' ').trim(), most);

  const isShown = (element) => {
    if (isVisible(element, { visibilityProperty: true })) return true;
    // What has no box of its own, as slots have none, can show what is in it.
    const { display, visibility } = getComputedStyle(element);
    const parent = display === 'contents' && visibility === 'visible' ? parentNode(element) : null;
    if (parent === null || parent instanceof Document) return false;
    return isShown(parent instanceof ShadowRoot ? hostOf(parent) : parent);
  };

  const visibleText = (root, mostChars) => {
    const parts = [];
    let chars = 0;
    let nodes = 0;
    let truncated = false;
    const stack = root === null ? [] : [root];
    while (stack.length > 0) {
      const top = stack.pop();
      if (typeof top === 'string') {
        parts.push(top);
        continue;
      }
      // In an array: what a slot takes in, whose siblings are not next to it.
      const node = Array.isArray(top) ? top[0] : top;
      nodes += 1;
      if (nodes > MOST_NODES || chars > mostChars) {
        truncated = true;
        break;
      }
      const next = node === root || node !== top ? null : nextSibling(node);
      if (next !== null) stack.push(next);
      if (nodeType(node) === 3) {
        const text = textData(node).slice(0, mostChars + 1).replace(/\\s+/g, ' ');
        chars += text.length;
        parts.push(text);
      } else if (nodeType(node) === 1) {
        const tag = tagName(node).toUpperCase();
        if (UNREAD.has(tag) || !isShown(node)) continue;
        if (tag === 'BR') parts.push('\\n');
        if (tag === 'TD' || tag === 'TH') stack.push('\\t');
        if (BLOCK.has(tag)) {
          parts.push('\\n');
          stack.push('\\n');
        }
        const taken = node instanceof HTMLSlotElement ? assigned(node) : [];
        for (let index = Math.min(taken.length, MOST_NODES) - 1; index >= 0; index -= 1) stack.push([taken[index]]);
        const child = taken.length > 0 ? null : firstChild(shadowOf(node) ?? node);
        if (child !== null) stack.push(child);
      }
    }
    const lines = parts.join('').split('\\n').map((line) => line.replace(/ *\\t */g, '\\t').trim());
    const whole = lines.filter((line) => line !== '').join('\\n');
    return { text: plain(whole, mostChars), truncated: truncated || whole.length > mostChars };
  };

  const pathOf = (element) => {
    let path = '';
    let top = element;
    for (let node = element; node !== null; node = parentElement(node)) {
      let index = 1;
      for (let before = previousElement(node); before !== null; before = previousElement(before)) index += 1;
      path = '/*[' + index + ']' + path;
      top = node;
    }
    const root = parentNode(top);
    return root instanceof ShadowRoot ? pathOf(hostOf(root)) + '${INTO_SHADOW}' + path : path;
  };

  const allOf = (root, selector) => (root === document ? queryAll(root, selector) : queryAllBelow(root, selector));
  /** The document and its open shadow trees, in the order in which they are met. */
  const roots = (() => {
    const found = [document];
    let looked = 0;
    for (let index = 0; index < found.length && found.length < MOST_CONTROLS; index += 1) {
      for (const element of allOf(found[index], '*')) {
        looked += 1;
        if (looked > MOST_NODES) return found;
        const shadow = shadowOf(element);
        if (shadow !== null) found.push(shadow);
      }
    }
    return found;
  })();
  const matching = (selector) => roots.flatMap((root) => [...allOf(root, selector)]);
  const elements = (selector) => matching(selector).slice(0, MOST_CONTROLS);
  const labelsOf = (element) => {
    for (const type of [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement, HTMLButtonElement]) {
      if (element instanceof type) return [...(getter(type, 'labels')(element) ?? [])].slice(0, 5);
    }
    return [];
  };
  const namesOf = (element, kind) => {
    const names = [attribute(element, 'aria-label'), ...labelsOf(element).map((label) => visibleText(label, 300).text)];
    if (kind === 'click') {
      names.unshift(visibleText(element, 300).text);
      const isPassword = element instanceof HTMLInputElement && getter(HTMLInputElement, 'type')(element) === 'password';
      if (element instanceof HTMLInputElement && !isPassword) names.push(attribute(element, 'value'));
      names.push(attribute(element, 'title'), attribute(element, 'alt'));
      const [picture] = Element.prototype.querySelectorAll.call(element, 'img[alt]');
      if (picture !== undefined) names.push(attribute(picture, 'alt'));
    } else {
      names.push(attribute(element, 'placeholder'));
    }
    names.push(attribute(element, 'name'), attribute(element, 'id'));
    return names.map((name) => oneLine(name, 200)).filter((name) => name !== '');
  };

  const SELECTORS = {
    click:
      'a[href],button,summary,label,option,area[href],input:not([type=hidden]),[onclick],' +
      '[role=button],[role=link],[role=tab],[role=menuitem],[role=checkbox],[role=radio],[role=option],[role=switch]',
    type:
      'textarea,[contenteditable=true],[contenteditable=""],input:not([type=hidden]):not([type=checkbox]):not([type=radio])' +
      ':not([type=submit]):not([type=button]):not([type=reset]):not([type=image]):not([type=file])',
    select: 'select',
    upload: 'input[type=file]',
  };

  /** What a script makes a control, as only the pointer shows. */
  const pointedAt = () => {
    const all = matching('*').slice(0, MOST_NODES).filter((element) => getComputedStyle(element).cursor === 'pointer');
    return all.slice(0, MOST_CONTROLS);
  };

  const controls = ({ kind, text }) => {
    const named = fittingOf(elements(SELECTORS[kind]), kind, text);
    const found = named.length > 0 || kind !== 'click' ? named : fittingOf(pointedAt(), kind, text);
    // A label stands for its control; alone it is what there is to click on.
    const own = found.filter(({ element }) => !(element instanceof HTMLLabelElement));
    const chosen = own.length > 0 ? own : found;
    const around = new Set();
    for (const { element } of named.length > 0 ? [] : chosen) {
      for (let up = parentElement(element); up !== null && !around.has(up); up = parentElement(up)) around.add(up);
    }
    const innermost = chosen.filter(({ element }) => !around.has(element));
    return innermost.slice(0, 50).map(({ element, name }) => ({ path: pathOf(element), name }));
  };

  const fittingOf = (candidates, kind, text) => {
    const wanted = oneLine(text, 1000).toLowerCase();
    const exact = [];
    const partial = [];
    for (const element of candidates) {
      // A field for files is often hidden behind a label that is drawn in its place.
      if (kind !== 'upload' && !isShown(element)) continue;
      const names = namesOf(element, kind);
      const lower = names.map((name) => name.toLowerCase());
      const at = lower.indexOf(wanted);
      const near = at >= 0 ? at : lower.findIndex((name) => name.includes(wanted));
      if (near < 0) continue;
      (at >= 0 ? exact : partial).push({ element, name: names[0] });
    }
    return exact.length > 0 ? exact : partial;
  };

  const links = ({ most }) => {
    const all = matching('a[href],area[href]');
    const found = [];
    for (const link of all) {
      if (found.length >= most) break;
      if (!isShown(link)) continue;
      const href = link instanceof HTMLAnchorElement || link instanceof HTMLAreaElement
        ? getter(link instanceof HTMLAnchorElement ? HTMLAnchorElement : HTMLAreaElement, 'href')(link)
        : attribute(link, 'href');
      found.push({ text: namesOf(link, 'click')[0] ?? '', href: plain(href, 2000) });
    }
    return { links: found, total: all.length };
  };

  const fields = (mostChars) => {
    const radios = new Set();
    return elements('input:not([type=hidden]),select,textarea').slice(0, MOST_FACTS).flatMap((element) => {
      const name = oneLine(attribute(element, 'name') || attribute(element, 'id') || tagName(element).toLowerCase(), 200);
      const type = element instanceof HTMLInputElement ? getter(HTMLInputElement, 'type')(element) : '';
      const value = getter(Object.getPrototypeOf(element).constructor, 'value')(element);
      if (type === 'submit' || type === 'button' || type === 'reset' || type === 'image' || type === 'file') return [];
      if (type === 'password') return [[name, value.length]];
      if (type === 'checkbox') return [[name, getter(HTMLInputElement, 'checked')(element)]];
      if (type !== 'radio') return [[name, plain(value, mostChars)]];
      const isChecked = getter(HTMLInputElement, 'checked')(element);
      if (isChecked) radios.add(name);
      return isChecked ? [[name, plain(value, mostChars)]] : [];
    });
  };

  const stored = (name, mostChars) => {
    try {
      const storage = window[name];
      const keys = Object.keys(storage).sort().slice(0, MOST_FACTS);
      return keys.map((key) => [plain(key, 200), plain(Storage.prototype.getItem.call(storage, key), mostChars)]);
    } catch {
      return [];
    }
  };

  const read = ({ maxChars }) => ({
    title: oneLine(titleOf(document), 300),
    ...visibleText(rootOf(document), maxChars),
  });

  const childAt = (node, place) => {
    let left = place;
    for (let child = node === null ? null : firstChild(node); child !== null; child = nextSibling(child)) {
      if (nodeType(child) === 1) left -= 1;
      if (left === 0) return child;
    }
    return null;
  };
  const elementAt = (path) => {
    let found = document;
    for (const [index, way] of path.split('${INTO_SHADOW}').entries()) {
      if (index > 0) found = found === null ? null : shadowOf(found);
      for (const [place] of way.matchAll(/\\d+/g)) found = childAt(found, Number(place));
    }
    return found;
  };

  const mark = ({ path, on }) => {
    const element = elementAt(path);
    if (element instanceof Element && on) Element.prototype.setAttribute.call(element, '${MARK}', '');
    if (element instanceof Element && !on) Element.prototype.removeAttribute.call(element, '${MARK}');
    return null;
  };

  const scroll = ({ by }) => {
    window.scrollBy({ top: by, behavior: 'instant' });
    return null;
  };

  const finish = () => {
    const moving = animationsOf(document).filter(({ playState }) => playState === 'running');
    for (const animation of moving.slice(0, MOST_CONTROLS)) {
      try {
        animation.finish();
      } catch {
        animation.pause(); // It has no end.
      }
    }
    return moving.length === 0;
  };

  const rest = async () => {
    const still = finish();
    const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
    const late = new Promise((resolve) => setTimeout(() => resolve(true), 1000));
    const tooLate = await Promise.race([late, drawn().then(drawn).then(idle).then(() => false)]);
    return readyState(document) === 'complete' && still && !tooLate;
  };

  switch (question) {
    case 'finish':
      return finish();
    case 'rest':
      return rest();
    case 'mark':
      return mark(asks);
    case 'scroll':
      return scroll(asks);
    case 'read':
      return read(asks);
    case 'links':
      return links(asks);
    case 'controls':
      return controls(asks);
    case 'facts':
      return {
        ...read(asks),
        origin: plain(window.origin, 300),
        fields: fields(2000),
        local: stored('localStorage', 2000),
        session: stored('sessionStorage', 2000),
      };
    default:
      return new Promise((resolve) => setTimeout(() => resolve(readyState(document) === 'complete'), asks.milliseconds));
  }
}`;
