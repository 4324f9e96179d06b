import * as z from "zod/mini";
import { HEADERS, pathNames } from "#contract/endpoint.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { COMMON_PROBLEMS, Problem } from "#contract/problem.ts";
import type { RefusalTable } from "#contract/problem.ts";
import type { RawRoute } from "./route.ts";

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodMiniType, io: "input" | "output"): Json => {
  const described = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
  }) as Json;
  return Object.fromEntries(Object.entries(described).filter(([name]) => name !== "$schema"));
};

/** Codes that any call of this kind may answer, besides its own refusals. */
export function commonCodes(endpoint: Pick<Endpoint, "method" | "needs" | "recentSignIn">): string[] {
  return [
    "http.bad-input",
    "http.too-many",
    "http.internal",
    "http.busy",
    "http.disk-full",
    // Also where anyone may call: a sign-in that came along is checked.
    "accounts.signed-out",
    "accounts.suspended",
    ...(endpoint.needs === "anyone" ? [] : ["accounts.forbidden", "accounts.not-invited"]),
    ...(endpoint.recentSignIn ? ["accounts.confirm-sign-in"] : []),
    ...(endpoint.method === "GET"
      ? []
      : [
          "http.too-large",
          "http.unsupported-media",
          "http.idempotency-missing",
          "http.idempotency-mismatch",
          "http.idempotency-running",
        ]),
  ];
}

const PROBLEM = {
  description: "A problem",
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
};

/** `/api/orders/{id}` belongs to `orders`. */
const tagOf = (path: string): string => path.replace(/^\/api\//, "/").split(/[/.]/)[1] || "waybill";

/** Whoever may come without a sign-in may bring one, a guest's booking key or a tracking link. */
const securityOf = (needs: Endpoint["needs"]): Json[] => [
  ...(needs === "anyone" ? [{}, { bookingKey: [] }, { trackingLink: [] }] : []),
  { signIn: [] },
];

/** The OpenAPI 3.1 description of every endpoint, from the same contract that answers it. */
export function openApiOf(
  endpoints: readonly Endpoint[],
  rawRoutes: readonly RawRoute[],
  refusals: RefusalTable,
  version: string,
): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const url = endpoint.path.replaceAll(/:([A-Za-z]+)/g, "{$1}");
    paths[url] = { ...paths[url], [endpoint.method.toLowerCase()]: operationOf(endpoint, refusals) };
  }
  for (const route of rawRoutes) {
    const url = route.path.replaceAll(/:([A-Za-z]+)/g, "{$1}");
    const parameters = pathNames(route.path).map((name) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    }));
    paths[url] = {
      ...paths[url],
      [route.method.toLowerCase()]: {
        operationId: route.id,
        summary: route.summary,
        tags: [tagOf(route.path)],
        security: securityOf(route.needs),
        "x-needs": route.needs,
        parameters,
        ...(route.takesForm && { requestBody: formOf(route.takesForm) }),
        responses: { 200: { description: route.summary }, default: PROBLEM },
      },
    };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Waybill", version, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, "output") },
      securitySchemes: {
        signIn: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        bookingKey: { type: "apiKey", in: "header", name: HEADERS.bookingKey },
        trackingLink: { type: "apiKey", in: "header", name: HEADERS.trackingToken },
      },
    },
  };
}

const formOf = (fields: readonly string[]): Json => ({
  required: true,
  content: {
    "application/x-www-form-urlencoded": {
      schema: {
        type: "object",
        properties: Object.fromEntries(fields.map((name) => [name, { type: "string" }])),
        required: [...fields],
      },
    },
  },
});

function operationOf(endpoint: Endpoint, refusals: RefusalTable): Json {
  const input = schemaOf(endpoint.input, "input");
  const properties = (input["properties"] ?? {}) as Record<string, Json>;
  const required = new Set((input["required"] ?? []) as string[]);
  const inPath = new Set(pathNames(endpoint.path));
  const isWrite = endpoint.method !== "GET";
  const rest = Object.keys(properties).filter((name) => !inPath.has(name));
  const parameters: Json[] = [
    ...[...inPath].map((name) => ({ name, in: "path", required: true, schema: properties[name] ?? {} })),
    ...(isWrite
      ? []
      : rest.map((name) => ({
          name,
          in: "query",
          required: required.has(name),
          schema: properties[name] ?? {},
        }))),
    ...(isWrite
      ? [
          {
            name: HEADERS.idempotencyKey,
            in: "header",
            required: true,
            schema: { type: "string", format: "uuid" },
          },
        ]
      : []),
  ];
  const body = {
    ...input,
    properties: pick(properties, rest),
    required: rest.filter((name) => required.has(name)),
  };
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [tagOf(endpoint.path)],
    security: securityOf(endpoint.needs),
    "x-needs": endpoint.needs,
    parameters,
    ...(isWrite && { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    responses: {
      200: {
        description: "Done",
        content: { "application/json": { schema: schemaOf(endpoint.reply, "output") } },
      },
      ...problemsOf(endpoint, refusals),
    },
  };
}

function problemsOf(endpoint: Endpoint, refusals: RefusalTable): Json {
  const all: RefusalTable = { ...COMMON_PROBLEMS, ...refusals };
  const byStatus = new Map<number, string[]>();
  for (const code of [...endpoint.refusals, ...commonCodes(endpoint)]) {
    const row = all[code as `${string}.${string}`];
    if (row) byStatus.set(row[0], [...(byStatus.get(row[0]) ?? []), `\`${code}\`: ${row[1]}`]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, lines]) => [
      status,
      {
        ...PROBLEM,
        description: lines.join("\n"),
      },
    ]),
  );
}

const pick = (from: Record<string, Json>, names: readonly string[]): Record<string, Json> =>
  Object.fromEntries(names.map((name) => [name, from[name] ?? {}]));
