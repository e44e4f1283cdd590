import type { Context, Span } from '@opentelemetry/api';
import { defineOptions, MettleError, option } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { Callback, CallbackContext } from '../callback.js';
import { trainingError } from '../error-codes.js';
import type { Logs } from '../history.js';
import { tellOutside } from './tell-outside.js';

/** What makes spans: a `Tracer` of `@opentelemetry/api`, as far as it is needed. */
export interface SpanMaker {
  startSpan(
    name: string,
    options?: { attributes?: Record<string, string | number> },
    context?: unknown,
  ): {
    setAttributes(attributes: Record<string, string | number>): unknown;
    setStatus?(status: { code: number; message?: string }): unknown;
    end(): void;
  };
}

/** Options of {@link openTelemetry}. */
export interface OpenTelemetryOptions {
  /** Makes the spans. Default: that of the registered provider, under the name `mettle`. */
  readonly tracer?: SpanMaker;
}

const checkOpenTelemetryOptions = defineOptions<OpenTelemetryOptions>()('openTelemetry', {
  tracer: option.object,
});

/** `SpanStatusCode.ERROR`. */
const FAILED = 2;

type MadeSpan = ReturnType<SpanMaker['startSpan']>;
type Api = typeof import('@opentelemetry/api');

/**
 * Reports a training to OpenTelemetry: a span `fit PROGRAM` with one span below it for each epoch, with the figures and
 * what was spent as attributes. Names begin with `mettle.`, for the conventions for generative AI (`gen_ai.…`) are
 * still in development and have none for a training. A failure to tell is a warning and doesn't end the training.
 *
 * Needs `@opentelemetry/api`, and an SDK that you have set up: without one, nothing is recorded.
 *
 * @throws {MettleError} `training/package_missing` in `fit` where `@opentelemetry/api` is not installed.
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): Callback {
  checkOpenTelemetryOptions(options);
  const tell = tellOutside('openTelemetry');
  let api: Api | null = null;
  let tracer: SpanMaker | null = null;
  let fit: { readonly span: MadeSpan; readonly context: Context } | null = null;
  let epochSpan: MadeSpan | null = null;

  const end = (span: MadeSpan | null, logs: Logs, context: CallbackContext): void => {
    span?.setAttributes({ ...figures(logs), ...spent(context) });
    span?.end();
  };
  return {
    async onTrainBegin(context) {
      api ??= await loadApi();
      const { trace, context: contexts } = api;
      tracer = options.tracer ?? (trace.getTracer('mettle') as SpanMaker);
      await tell(() => {
        const { program, parameters } = context;
        const span = (tracer as SpanMaker).startSpan(`fit ${program.name}`, {
          attributes: {
            'mettle.program': program.name,
            'mettle.epochs': parameters.epochs,
            'mettle.batch_size': parameters.batchSize,
            ...(parameters.samples === null ? {} : { 'mettle.samples': parameters.samples }),
          },
        });
        fit = { span, context: trace.setSpan(contexts.active(), span as Span) };
        epochSpan = null;
      });
    },
    onEpochBegin: (epoch) =>
      tell(() => {
        if (fit === null) return;
        epochSpan =
          tracer?.startSpan(`epoch ${epoch}`, { attributes: { 'mettle.epoch': epoch } }, fit.context) ?? null;
      }),
    onEpochEnd: (_epoch, logs, context) =>
      tell(() => {
        end(epochSpan, logs, context);
        epochSpan = null;
      }),
    onTrainEnd: (logs, context) =>
      tell(() => {
        epochSpan?.end();
        end(fit?.span ?? null, logs, context);
        fit = null;
      }),
    onError: (error, context) =>
      tell(() => {
        const status = { code: FAILED, message: errorMessage(error) };
        for (const span of [epochSpan, fit?.span ?? null]) {
          span?.setStatus?.(status);
          span?.setAttributes({ 'error.type': MettleError.isInstance(error) ? error.code : '_OTHER' });
          end(span, {}, context);
        }
        [epochSpan, fit] = [null, null];
      }),
  };
}

function figures(logs: Logs): Record<string, number> {
  return Object.fromEntries(
    Object.entries(logs).flatMap(([name, value]) =>
      value === null || !Number.isFinite(value) ? [] : [[`mettle.figure.${name}`, value]],
    ),
  );
}

function spent(context: CallbackContext): Record<string, number> {
  const { evaluations, tokens, cost } = context.spent();
  return {
    'mettle.spent.evaluations': evaluations,
    'mettle.spent.tokens': tokens,
    ...(cost === null ? {} : { 'mettle.spent.cost': cost }),
  };
}

async function loadApi(): Promise<Api> {
  try {
    return await import('@opentelemetry/api');
  } catch (cause) {
    throw trainingError(
      'package_missing',
      'openTelemetry needs @opentelemetry/api: npm install @opentelemetry/api',
      { cause },
    );
  }
}
