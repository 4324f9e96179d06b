import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DAY_MS } from "#kernel/instant.ts";
import { openApiOf } from "#server/http/openapi.ts";
import { type Api, type Schema, contractFaults, misfits } from "./support/checks/contract-changes.ts";
import { unboundRooms } from "./support/endpoints.ts";
import { earlierApi, earlierManifest, releasedVersions } from "./support/upgrade/earlier-data.ts";

/** Pages and phones of an earlier version are served this long after it. */
const KEPT_MS = 90 * DAY_MS;
/** Changes that earlier pages and phones do not bear, each with the day from which it may be made. */
const LEAVING = "test/released/leaving.json";
const leaving: Readonly<Record<string, string>> = JSON.parse(readFileSync(LEAVING, "utf8"));

/** Routes of the plant, the demo and the pages, which no room declares; each has tests of its own. */
const OUTSIDE =
  /^GET \/(livez|readyz|config\.json|api\/live|api\/openapi\.json|docs|sw|\.well-known)|\/demo\b| \/sandbox-bank\/|^GET \/(?!api\/)/;

const rooms = unboundRooms();
const today = openApiOf(
  rooms.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint)),
  rooms.flatMap(({ rawRoutes = [] }) => rawRoutes),
  {},
  "0",
) as unknown as Api;

test.each(releasedVersions())(
  "pages and phones of %s find what they know for 90 days after it",
  (version) => {
    const released = Date.parse(earlierManifest(version).takenAt);
    const faults = contractFaults(earlierApi(version) as Api, today).filter((one) => !OUTSIDE.test(one));
    const unlisted = faults.filter((one) => {
      const from = Date.parse(leaving[one] ?? "");
      return !(from >= released + KEPT_MS && from <= Date.now());
    });
    expect(
      unlisted,
      `pages and phones of ${version} fail here: keep it beside what is new, or list the sentence in ${LEAVING} with the day from which it may go, 90 days after the last version that needs it`,
    ).toEqual([]);
  },
);

const text: Schema = { type: "string" };
const object = (
  properties: Record<string, Schema>,
  required: readonly string[] = Object.keys(properties),
): Schema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const api = (sent: Schema, answered: Schema): Api => {
  const content = (schema: Schema) => ({ content: { "application/json": { schema } } });
  return {
    paths: { "/api/x": { post: { requestBody: content(sent), responses: { "200": content(answered) } } } },
  };
};
const input = { a: text, kind: { enum: ["x", "y"] }, n: { type: "integer", maximum: 9 } };
const reply = { id: text, state: { enum: ["on", "off"] }, note: { anyOf: [text, { type: "null" }] } };

const before = api(object(input), object(reply));

test.each<[string, Api, string[]]>([
  ["nothing", before, []],
  [
    "a new optional input and a new output",
    api(object({ ...input, more: text }, Object.keys(input)), object({ ...reply, more: text })),
    [],
  ],
  [
    "a wider input and a narrower output",
    api(
      object({ ...input, n: { type: "number" } }),
      object({ ...reply, note: text, state: { const: "on" } }),
    ),
    [],
  ],
  ["a route that is gone", { paths: {} }, ["POST /api/x is gone"]],
  [
    "a new required input",
    api(object({ ...input, more: text }), object(reply)),
    ["POST /api/x: what is sent: more may be missing"],
  ],
  [
    "an input that is gone",
    api(object({ a: text, kind: input.kind }), object(reply)),
    ["POST /api/x: what is sent: n is not taken"],
  ],
  [
    "a narrower enum of input",
    api(object({ ...input, kind: { enum: ["x"] } }), object(reply)),
    ['POST /api/x: what is sent: kind is "y", too'],
  ],
  [
    "a lower limit of input",
    api(object({ ...input, n: { type: "integer", maximum: 5 } }), object(reply)),
    ["POST /api/x: what is sent: n goes beyond its maximum of 5"],
  ],
  [
    "an output that is gone",
    api(object(input), object({ id: text, state: reply.state })),
    ["POST /api/x: what is answered: note may be missing"],
  ],
  [
    "an output of another type",
    api(object(input), object({ ...reply, id: { type: "integer" } })),
    ["POST /api/x: what is answered: id is integer instead of string"],
  ],
  [
    "a new value of an output",
    api(object(input), object({ ...reply, state: { enum: ["on", "off", "broken"] } })),
    ['POST /api/x: what is answered: state is "broken", too'],
  ],
  [
    "an output that may be null now",
    api(object(input), object({ ...reply, id: { anyOf: [text, { type: "null" }] } })),
    ["POST /api/x: what is answered: id is null instead of string"],
  ],
])("a change of the contract: %s", (_, after, faults) => {
  expect(contractFaults(before, after)).toEqual(faults);
});

test("a list is compared by its items, a choice by each of its kinds", () => {
  const kinds = (...names: string[]): Schema => ({
    anyOf: names.map((name) => object({ kind: { const: name } })),
  });
  const list = (...names: string[]): Schema => ({ type: "array", items: kinds(...names) });
  expect(misfits(list("a"), list("a", "b"), true)).toEqual([]);
  expect(misfits(list("a", "c"), list("a", "b"), true)).toEqual(['[].kind is "c", too']);
});
