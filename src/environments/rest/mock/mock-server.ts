import { describeProblem, type Json } from '../../../core/index.js';
import { jsonProblem } from '../../../core/internal.js';
import { schemaProblems } from '../known-validators.js';
import { readPairs, readText } from '../parameter-text.js';
import type { RestOperation, RestParameter } from '../rest-operation.js';
import type { RestRequest } from '../rest-request.js';
import { applyEffect, type MockOutcome } from './mock-effects.js';
import type { MockPlan, MockRoute } from './mock-resource.js';
import { problemResponse } from './mock-response.js';
import type { MockState } from './mock-state.js';
import { planMock } from './plan-mock.js';
import { type MockContent, seedState } from './seed-state.js';

/**
 * A server made from an OpenAPI document, without a network: a request and a state give an answer and the state after
 * it. States are never changed, so a branch costs nothing.
 */
export class MockServer {
  readonly plan: MockPlan;
  readonly #content: MockContent;
  /** By the number of segments, those with the fewest variables first. */
  readonly #matchers = new Map<number, { readonly route: MockRoute; readonly matcher: PathMatcher }[]>();

  /** @throws {MettleError} `core/invalid_option` for content that does not fit the document. */
  constructor(operations: readonly RestOperation[], content: MockContent = {}) {
    this.plan = planMock(operations);
    this.#content = content;
    const matchers = this.plan.routes.map((route) => ({
      route,
      matcher: new PathMatcher(route.operation.path),
    }));
    for (const each of matchers.sort((a, b) => a.matcher.variables - b.matcher.variables)) {
      const length = segmentsOf(each.route.operation.path);
      const same = this.#matchers.get(length);
      if (same === undefined) this.#matchers.set(length, [each]);
      else same.push(each);
    }
  }

  /** The state that a seed gives. */
  begin(seed: number): MockState {
    return seedState(this.plan, this.#content, seed);
  }

  /** Answers a request. */
  answer(request: RestRequest, state: MockState): MockOutcome {
    const { route, parts, allowed } = this.#match(request);
    if (route === undefined) {
      const [status, detail] = allowed
        ? ([405, `There is no ${request.method} here.`] as const)
        : ([404, 'There is nothing here.'] as const);
      return { response: problemResponse(null, status, detail), state };
    }
    const { operation } = route;
    const refuse = (status: number, detail: string): MockOutcome => ({
      response: problemResponse(operation, status, detail),
      state,
    });
    if (!isAllowed(operation, request))
      return refuse(401, 'The request has none of the required credentials.');
    const read = readValues(operation, request, parts);
    if (typeof read === 'string') return refuse(400, read);
    const problem = bodyProblem(operation, request);
    if (problem !== null) return refuse(problem.status, problem.detail);
    return applyEffect(this.plan, { route, values: read, body: request.body?.value }, state);
  }

  /** The operation that answers a request, if there is one. */
  operationAt(request: Pick<RestRequest, 'method' | 'path'>): RestOperation | undefined {
    return this.#match(request).route?.operation;
  }

  #match(request: Pick<RestRequest, 'method' | 'path'>): {
    readonly route: MockRoute | undefined;
    readonly parts: ReadonlyMap<string, string>;
    readonly allowed: boolean;
  } {
    let allowed = false;
    for (const { route, matcher } of this.#matchers.get(segmentsOf(request.path)) ?? []) {
      const parts = matcher.match(request.path);
      if (parts === null) continue;
      if (route.operation.method === request.method) return { route, parts, allowed: true };
      allowed = true;
    }
    return { route: undefined, parts: new Map(), allowed };
  }
}

function segmentsOf(path: string): number {
  return path.split('/').filter((segment) => segment !== '').length;
}

/** Takes the parameters out of paths that look like a template. */
class PathMatcher {
  readonly variables: number;
  readonly #pattern: RegExp;
  readonly #names: readonly string[];

  constructor(template: string) {
    this.#names = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '');
    this.variables = this.#names.length;
    const source = template
      .split(/\{[^{}]+\}/)
      .map((literal) => literal.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
      .join('([^/]+)');
    this.#pattern = new RegExp(`^${source}/?$`);
  }

  match(path: string): ReadonlyMap<string, string> | null {
    const found = this.#pattern.exec(path);
    return found === null ? null : new Map(this.#names.map((name, i) => [name, found[i + 1] ?? '']));
  }
}

function isAllowed({ security }: RestOperation, request: RestRequest): boolean {
  if (security.length === 0) return true;
  return security.some((needs) =>
    needs.every(({ in: place, name, scheme }) => {
      if (place === 'query') return request.query.some(([key, value]) => key === name && value !== '');
      if (place === 'cookie') return request.cookies.some(([key, value]) => key === name && value !== '');
      const value = request.headers.get(name.toLowerCase()) ?? '';
      return scheme === null ? value !== '' : value.toLowerCase().startsWith(`${scheme} `);
    }),
  );
}

function readValues(
  operation: RestOperation,
  request: RestRequest,
  parts: ReadonlyMap<string, string>,
): ReadonlyMap<RestParameter, Json> | string {
  const values = new Map<RestParameter, Json>();
  for (const parameter of operation.parameters) {
    let value: Json | undefined;
    try {
      value = readValue(parameter, request, parts);
    } catch {
      return `The ${parameter.in} parameter ${parameter.name} is badly escaped.`;
    }
    if (value === undefined) {
      if (parameter.required) return `The ${parameter.in} parameter ${parameter.name} is missing.`;
      continue;
    }
    const [problem] = schemaProblems(parameter.schema, value);
    if (problem !== undefined)
      return `${describeProblem(problem, `The ${parameter.in} parameter ${parameter.name}`)}.`;
    values.set(parameter, value);
  }
  return values;
}

function readValue(
  parameter: RestParameter,
  { query, cookies, headers }: RestRequest,
  parts: ReadonlyMap<string, string>,
): Json | undefined {
  if (parameter.in === 'query') return readPairs(parameter, query);
  if (parameter.in === 'cookie') return readPairs(parameter, cookies);
  if (parameter.in === 'header') {
    const text = headers.get(parameter.name.toLowerCase());
    return text === undefined ? undefined : readText(parameter, text, (part) => part.trim());
  }
  const text = parts.get(parameter.name);
  return text === undefined ? undefined : readText(parameter, text, decodeURIComponent);
}

function bodyProblem(
  { body, responses }: RestOperation,
  request: RestRequest,
): { readonly status: number; readonly detail: string } | null {
  if (body === null) return null;
  if (request.body === undefined)
    return body.required ? { status: 400, detail: 'The request has no body.' } : null;
  const unsafe = jsonProblem(request.body.value);
  if (unsafe !== undefined) return { status: 400, detail: `The body ${unsafe}.` };
  const [problem] = schemaProblems(body.schema, request.body.value);
  if (problem === undefined) return null;
  const has = (status: string): boolean => responses.some((response) => response.status === status);
  return { status: has('400') && !has('422') ? 400 : 422, detail: `${describeProblem(problem, 'body')}.` };
}
