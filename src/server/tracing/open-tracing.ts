import type { Span } from "@opentelemetry/api";
import { type Tracer, traceBy } from "./traced.ts";

export interface TracingParts {
  /** Address of a collector that takes OTLP over HTTP. */
  readonly url: string;
  /** Share of traces that are collected, 0 to 1. */
  readonly share: number;
  readonly version: string;
  /** Told at most once a minute that spans could not be given away. */
  readonly onTrouble: (what: string) => void;
}

/** Path at which collectors take traces. */
const TRACES_PATH = "/v1/traces";
/** How long a collector may take for one batch, and a stop for the last one. */
const PATIENCE_MS = 3_000;
const BETWEEN_TROUBLES_MS = 60_000;
/** Longest text of a value, in characters. */
const LONGEST_VALUE = 200;

/**
 * Collects traces by OpenTelemetry until it is closed. Its library is loaded here, by who sets an address. A collector
 * that is slow or away costs spans, never a call: 2,048 wait, later ones are dropped.
 */
export async function openTracing(parts: TracingParts): Promise<{ readonly close: () => Promise<void> }> {
  const [api, hooks, otlp, resources, sdk] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/context-async-hooks"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/sdk-trace"),
  ]);
  api.diag.setLogger(troublesOnly(parts.onTrouble), {
    logLevel: api.DiagLogLevel.WARN,
    suppressOverrideMessage: true,
  });
  const contexts = new hooks.AsyncLocalStorageContextManager().enable();
  const exporter = new otlp.OTLPTraceExporter({ url: tracesUrl(parts.url), timeoutMillis: PATIENCE_MS });
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      "service.name": "waybill",
      "service.version": parts.version,
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(parts.share) }),
    spanLimits: { attributeValueLengthLimit: LONGEST_VALUE },
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const spans = provider.getTracer("waybill", parts.version);
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, consumer: api.SpanKind.CONSUMER };
  const trace: Tracer = async ({ name, kind, facts, isFault }, work) => {
    const around = contexts.active();
    const span = spans.startSpan(name, { kind: kinds[kind], ...(facts && { attributes: facts }) }, around);
    try {
      return await contexts.with(api.trace.setSpan(around, span), () =>
        work((more) => void span.setAttributes(more)),
      );
    } catch (error) {
      if (isFault?.(error) ?? true) markFault(span, error, api.SpanStatusCode.ERROR);
      throw error;
    } finally {
      span.end();
    }
  };
  traceBy(trace);
  return {
    async close() {
      traceBy(undefined);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((done) => (timer = setTimeout(done, PATIENCE_MS)));
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
      contexts.disable();
      api.diag.disable();
    },
  };
}

/** A collector's address without a path is its root. */
function tracesUrl(given: string): string {
  const url = new URL(given);
  if (url.pathname === "/") url.pathname = TRACES_PATH;
  return url.href;
}

/** Kind and code alone: a message may hold what somebody typed. */
function markFault(span: Span, error: unknown, code: number): void {
  const type = error instanceof Error ? error.name : typeof error;
  const named =
    typeof error === "object" && error !== null && "code" in error ? String(error.code) : undefined;
  span.setStatus({ code });
  span.setAttributes({ "error.type": named ?? type });
}

function troublesOnly(onTrouble: TracingParts["onTrouble"]) {
  let lastMs = -Infinity;
  const say = (what: string): void => {
    const now = performance.now();
    if (now - lastMs < BETWEEN_TROUBLES_MS) return;
    lastMs = now;
    onTrouble(what);
  };
  const nothing = (): void => undefined;
  return { error: say, warn: say, info: nothing, debug: nothing, verbose: nothing };
}
