import { describe, expect, it } from 'vitest';
import { readOrigins } from './allowed-origins.js';
import {
  findObservation,
  linksObservation,
  pageObservation,
  partOf,
  readObservation,
} from './browser-observations.js';
import { choose, failureOf, notAllowed } from './browser-refusals.js';
import type { PageControl, PageText } from './page-questions.js';

const page = (text: string, truncated = false): PageText => ({ title: 'T', text, truncated }) as PageText;
const url = 'http://a/';

describe('what an agent is shown of a page', () => {
  it('is its beginning after an action, up to 600 characters', () => {
    const facts = { settled: true, notes: ['a dialog was closed'] };
    expect(pageObservation(url, page('x'.repeat(600)), facts)).toEqual({
      status: 'ok',
      content: `[T] http://a/\n(a dialog was closed)\n${'x'.repeat(600)}`,
      data: { url, title: 'T', text: 'x'.repeat(600), characters: 600, ...facts },
      error: null,
    });
    const { content, data } = pageObservation(url, page('x'.repeat(601)), {
      settled: false,
      notes: [],
      http_status: 404,
    });
    expect(content).toBe(`[T] http://a/\n${'x'.repeat(600)}\n… (1 more characters)`);
    expect(data).toMatchObject({ characters: 601, settled: false, http_status: 404 });
  });

  it('is 10,000 characters a reading, and where to go on', () => {
    const long = readObservation(url, page('x'.repeat(10_001), true), 0);
    expect(long.content).toMatch(/x\n… \(1 more characters; go on with from: 10000\)$/);
    expect(long.data).toMatchObject({ from: 0, characters: 10_001, truncated: true });
    expect(readObservation(url, page('x'.repeat(10_001), true), 1).content).toMatch(
      /x\n… \(the page is longer than what can be read\)$/,
    );
    expect(readObservation(url, page('abc'), 1).content).toBe('[T] http://a/\nbc');
    expect(readObservation(url, page('abc'), 3)).toMatchObject({ status: 'ok', data: { text: '' } });
    expect(readObservation(url, page('abc'), 4)).toMatchObject({
      status: 'error',
      error: { type: 'out_of_range', message: 'the page has 3 characters; from is 4' },
    });
  });

  it('is its links, or that there are none', () => {
    const links = [
      { text: 'One', href: 'http://a/1' },
      { text: '', href: 'http://a/2' },
    ];
    expect(linksObservation({ links, total: 7 })).toMatchObject({
      content: 'One → http://a/1\n(no text) → http://a/2',
      data: { links, total: 7 },
    });
    expect(linksObservation({ links: [], total: 0 }).content).toBe('There are no links.');
  });

  it('is where a text stands, with 80 characters around it, ten places at most', () => {
    const found = findObservation(page(`${'a'.repeat(100)}Needle\n\n${'b'.repeat(100)}`), 'nEEDLE');
    expect(found.data).toEqual({ count: 1, places: [`${'a'.repeat(80)}Needle\n\n${'b'.repeat(78)}`] });
    expect(found.content).toBe(`… ${'a'.repeat(80)}Needle ${'b'.repeat(78)} …`);
    const many = findObservation(page('xx'.repeat(6)), 'x');
    expect(many.data).toMatchObject({ count: 12, places: { length: 10 } });
    expect(many.content).toMatch(/ …\n… \(2 more\)$/);
    expect(findObservation(page('xx'.repeat(5)), 'x').content).not.toContain('more');
    expect(findObservation(page('aaa'), 'aa').data).toMatchObject({ count: 1 });
    expect(findObservation(page('abc'), 'x')).toMatchObject({
      content: 'It is not on the page.',
      data: { count: 0, places: [] },
    });
  });

  it('has no half of a character at either end, and no character that leads the eye', () => {
    expect(partOf('a😀b', 0, 2)).toBe('a');
    expect(partOf('a😀b', 2, 4)).toBe('b');
    expect(partOf('a😀b', 1, 3)).toBe('😀');
    expect(readObservation(url, page('a\u202eb'), 0).content).not.toContain('\u202e');
  });
});

describe('why a page does not do what it is told', () => {
  const control = (name: string): PageControl => ({ name }) as PageControl;

  it.each([
    ['click', 'there is nothing to click on called Save'],
    ['type', 'there is no text field called Save'],
    ['select', 'there is no drop-down list called Save'],
  ])('says that there is nothing to %s', (kind, message) => {
    expect(choose([], kind, 'Save', undefined)).toMatchObject({ error: { type: 'not_found', message } });
  });

  it('asks which one is meant, and takes the one that is named', () => {
    const [a, b] = [control('a'), control('b')];
    expect(choose([a], 'click', 'Save', undefined)).toBe(a);
    expect(choose([a, b], 'click', 'Save', undefined)).toMatchObject({
      error: { type: 'ambiguous', message: '2 fit; choose one by nth (1: a; 2: b)' },
    });
    expect(choose([a, b], 'click', 'Save', 2)).toBe(b);
    expect(choose([a, b], 'click', 'Save', 3)).toMatchObject({
      error: { type: 'not_found', message: 'nth is 3, but only 2 fit' },
    });
    const many = choose(
      Array.from({ length: 21 }, (_control, n) => control(`c${n}`)),
      'click',
      'Save',
      undefined,
    );
    expect(JSON.stringify(many)).toContain('20: c19)');
  });

  it('names what may be opened', () => {
    const allowed = readOrigins(['http://a', 'https://b:444'], []);
    expect(notAllowed(`http://${'c'.repeat(400)}`, allowed).error).toEqual({
      type: 'not_allowed',
      message: `this world does not open http://${'c'.repeat(293)}; allowed: http://a, https://b:444`,
    });
  });

  it("gives the first line of Playwright's words, and tells a timeout", () => {
    expect(failureOf(new Error('page.goto: net::ERR_FAILED at x\nCall log:'), 'failed').error).toEqual({
      type: 'failed',
      message: 'net::ERR_FAILED at x',
    });
    expect(failureOf(new Error('locator.click: Timeout 100ms exceeded.'), 'failed').error).toEqual({
      type: 'timeout',
      message: 'Timeout 100ms exceeded.',
    });
    expect(failureOf(new Error('x\nTimeout 100ms exceeded.'), 'failed').error?.type).toBe('failed');
  });
});
