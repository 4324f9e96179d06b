import { expect, test, vi } from "vitest";
import type { KeptFile } from "#kernel/outbox/op.ts";
import { makeTransport } from "./transport.ts";

const signedFetch = vi.hoisted(() => vi.fn<() => Promise<Response>>());
vi.mock("#web/api/signed-fetch.ts", () => ({ signedFetch }));
vi.mock("#web/session/session.ts", () => ({
  sessionState: () => ({ kind: "signed-in", subject: "kim" }),
}));

const file: KeptFile = {
  id: "p",
  deliveryId: "d",
  taskId: "t",
  kind: "photo",
  sha256: "",
  bytes: 1,
  takenAt: 1,
  state: "waiting",
  code: null,
  endedAt: null,
};

test.each([
  [401, "accounts.signed-out", "signed-out"],
  [403, "accounts.suspended", "signed-out"],
  [403, "courier.no-courier", "signed-out"],
  [403, "deliveries.not-yours", "refused"],
  [404, "deliveries.not-found", "refused"],
  [503, "http.busy", "busy"],
])("an upload answered %i %s ends as %s", async (status, code, kind) => {
  signedFetch.mockResolvedValue(Response.json({ code }, { status }));
  const transport = makeTransport("kim", () => Promise.resolve(0));
  expect(await transport.upload({ file, offset: 0, bytes: new Uint8Array(1) })).toMatchObject({ kind });
});
