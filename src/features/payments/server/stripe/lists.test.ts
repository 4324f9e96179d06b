import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLine } from "./line.ts";
import { stripeLists } from "./lists.ts";

const charge = (id: string, more: object = {}) => ({
  object: "balance_transaction",
  id,
  amount: 1190,
  fee: 42,
  net: 1148,
  currency: "eur",
  created: 1_700_000_000,
  available_on: 1_700_172_800,
  exchange_rate: null,
  type: "charge",
  reporting_category: "charge",
  source: null,
  ...more,
});
/** What the server answers by address, without its query. */
let bodies: Readonly<Record<string, object>> = {};
const server = createServer((request, response) => {
  const body = bodies[(request.url ?? "").split("?")[0] ?? ""];
  response.writeHead(body ? 200 : 404, { "content-type": "application/json" });
  response.end(
    JSON.stringify(body ?? { error: { type: "invalid_request_error", code: "resource_missing" } }),
  );
});
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

const LIST = "/v1/balance_transactions";
function lists() {
  // Safe: a server that listens on a port of TCP.
  const { port } = server.address() as AddressInfo;
  const line = openLine({ secretKey: "sk_test_lists", apiBase: `http://127.0.0.1:${port}` });
  return stripeLists(line, { instance: "this-install", account: "pk_test_lists" });
}
const page = (data: readonly object[], has_more = false) => ({ object: "list", has_more, data });

test("one movement that cannot be read stands beside those that can, and the list goes on behind it", async () => {
  bodies = {
    [LIST]: page([charge("txn_3"), charge("txn_2", { net: 1 }), charge("txn_1", { amount: "much" })], true),
    [`${LIST}/txn_1`]: charge("txn_1", { amount: "much" }),
    [`${LIST}/txn_2`]: charge("txn_2"),
  };
  const told = lists();
  const listed = await told.movements({ since: 0 });
  expect(listed).toMatchObject({
    kind: "ok",
    value: {
      items: [{ ref: "txn_3" }],
      unread: [
        { ref: "txn_2", type: "charge", what: "net" },
        { ref: "txn_1", type: "charge", what: "amount" },
      ],
      next: "txn_1",
    },
  });
  expect(await told.movement("txn_1")).toEqual({
    kind: "ok",
    value: { ref: "txn_1", type: "charge", what: "amount" },
  });
  expect(await told.movement("txn_2")).toMatchObject({ kind: "ok", value: { netMinor: 1148 } });
  expect(await told.movement("txn_none")).toMatchObject({ kind: "rejected", code: "resource_missing" });
});

test("what has not even a name leaves no page: nobody could ask for it again", async () => {
  bodies = { [LIST]: page([charge("txn_3"), charge("txn_2", { id: 7 })]) };
  expect(await lists().movements({ since: 0 })).toMatchObject({ kind: "unknown", reason: "wrong-shape" });
});
