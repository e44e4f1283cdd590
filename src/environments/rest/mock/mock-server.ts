import { describeProblem, type Json } from '../../../core/index.js';
import { jsonProblem } from '../../../core/internal.js';
import { schemaProblems } from '../known-validators.js';
import { readPairs, readText } from '../parameter-text.js';
import type { RestOperation, RestParameter } from '../rest-operation.js';
import type { RestRequest } from '../rest-request.js';
import { applyEffect, invalidStatus, type MockOutcome } from './mock-effects.js';
import type { MockPlan, MockRoute } from './mock-resource.js';
import { problemResponse } from './mock-response.js';
import type { MockState } from './mock-state.js';
import { planMock } from './plan-mock.js';
import { type MockContent, seedState } from './seed-state.js';

/** A route, and what takes the parameters out of paths that look like its template. */
interface Matcher {
  readonly route: MockRoute;
  readonly names: readonly string[];
  readonly pattern: RegExp;
}

/** The escaped parameters of a path, by name. */
type Parts = ReadonlyMap<string, string>;

/**
 * A server made from an OpenAPI document, without a network: a request and a state give an answer and the state after
 * it. States are never changed, so a branch costs nothing.
 */
export class MockServer {
  readonly plan: MockPlan;
  readonly #content: MockContent;
  /** By the number of segments, those with the fewest variables first. */
  readonly #matchers = new Map<number, Matcher[]>();

  /** @throws {MettleError} `core/invalid_option` for content that does not fit the document. */
  constructor(operations: readonly RestOperation[], content: MockContent = {}) {
    this.plan = planMock(operations);
    this.#content = content;
    const matchers = this.plan.routes.map(matcherOf).sort((a, b) => a.names.length - b.names.length);
    for (const matcher of matchers) {
      const length = segmentsOf(matcher.route.operation.path);
      this.#matchers.set(length, [...(this.#matchers.get(length) ?? []), matcher]);
    }
  }

  /** The state that a seed gives. */
  begin(seed: number): MockState {
    return seedState(this.plan, this.#content, seed);
  }

  /** Answers a request. */
  answer(request: RestRequest, state: MockState): MockOutcome {
    const found = this.#match(request.path);
    const { route, parts } = found.find((each) => each.route.operation.method === request.method) ?? {};
    const operation = route?.operation ?? null;
    const refuse = (status: number, detail: string): MockOutcome => ({
      response: problemResponse(operation, status, detail),
      state,
    });
    if (route === undefined || parts === undefined || operation === null)
      return found.length > 0
        ? refuse(405, `There is no ${request.method} here.`)
        : refuse(404, 'There is nothing here.');
    if (!isAllowed(operation, request))
      return refuse(401, 'The request has none of the required credentials.');
    const values = readValues(operation, request, parts);
    if (typeof values === 'string') return refuse(400, values);
    const { body } = operation;
    if (body?.required === true && request.body === undefined) return refuse(400, 'The request has no body.');
    if (body !== null && request.body !== undefined) {
      const unsafe = jsonProblem(request.body.value);
      if (unsafe !== undefined) return refuse(400, `The body ${unsafe}.`);
      const [problem] = schemaProblems(body.schema, request.body.value);
      if (problem !== undefined)
        return refuse(invalidStatus(operation), `${describeProblem(problem, 'body')}.`);
    }
    return applyEffect(this.plan, { route, values, body: request.body?.value }, state);
  }

  /** The operation that answers a request, if there is one. */
  operationAt({ method, path }: Pick<RestRequest, 'method' | 'path'>): RestOperation | undefined {
    const routes = this.#match(path).map(({ route }) => route.operation);
    return routes.find((operation) => operation.method === method);
  }

  #match(path: string): readonly { readonly route: MockRoute; readonly parts: Parts }[] {
    const same = this.#matchers.get(segmentsOf(path)) ?? [];
    return same.flatMap(({ route, names, pattern }) => {
      const found = pattern.exec(path);
      const parts = new Map(names.map((name, index) => [name, found?.[index + 1] ?? '']));
      return found === null ? [] : [{ route, parts }];
    });
  }
}

function segmentsOf(path: string): number {
  return path.split('/').filter((segment) => segment !== '').length;
}

function matcherOf(route: MockRoute): Matcher {
  const { path } = route.operation;
  const literals = path.split(/\{[^{}]+\}/).map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  return { route, names, pattern: new RegExp(`^${literals.join('([^/]+)')}/?$`) };
}

function isAllowed({ security }: RestOperation, { query, cookies, headers }: RestRequest): boolean {
  if (security.length === 0) return true;
  return security.some((needs) =>
    needs.every(({ in: place, name, scheme }) => {
      const pairs = place === 'query' ? query : cookies;
      if (place !== 'header') return pairs.some(([key, value]) => key === name && value !== '');
      const value = headers.get(name.toLowerCase()) ?? '';
      return scheme === null ? value !== '' : value.toLowerCase().startsWith(`${scheme} `);
    }),
  );
}

/** The values of the parameters, or in words why they can't be had. */
function readValues(
  operation: RestOperation,
  request: RestRequest,
  parts: Parts,
): ReadonlyMap<RestParameter, Json> | string {
  const values = new Map<RestParameter, Json>();
  for (const parameter of operation.parameters) {
    const which = `The ${parameter.in} parameter ${parameter.name}`;
    let value: Json | undefined;
    try {
      value = readValue(parameter, request, parts);
    } catch {
      return `${which} is badly escaped.`;
    }
    if (value === undefined && parameter.required) return `${which} is missing.`;
    if (value === undefined) continue;
    const [problem] = schemaProblems(parameter.schema, value);
    if (problem !== undefined) return `${describeProblem(problem, which)}.`;
    values.set(parameter, value);
  }
  return values;
}

function readValue(
  parameter: RestParameter,
  { query, cookies, headers }: RestRequest,
  parts: Parts,
): Json | undefined {
  if (parameter.in === 'query') return readPairs(parameter, query);
  if (parameter.in === 'cookie') return readPairs(parameter, cookies);
  const inHeader = parameter.in === 'header';
  const text = inHeader ? headers.get(parameter.name.toLowerCase()) : parts.get(parameter.name);
  const decode = inHeader ? (part: string) => part.trim() : decodeURIComponent;
  return text === undefined ? undefined : readText(parameter, text, decode);
}
