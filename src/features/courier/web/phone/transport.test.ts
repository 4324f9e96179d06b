import { expect, test, vi } from "vitest";
import type { KeptFile } from "#kernel/outbox/op.ts";
import type { SyncCall } from "#kernel/outbox/ports.ts";
import { newId } from "#web/api/new-id.ts";
import { makeTransport } from "./transport.ts";

const signedFetch = vi.hoisted(() => vi.fn<(url: string, init?: RequestInit) => Promise<Response>>());
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

test("a page that is hidden sends at most what browsers let through, and the outbox is told to halve the rest", async () => {
  const busy = async () => Response.json({ code: "http.busy" }, { status: 503 });
  signedFetch.mockReset().mockImplementation(busy);
  const transport = makeTransport("kim", () => Promise.resolve(0));
  const command = (seq: number) => ({
    id: newId(),
    seq,
    type: "fail",
    v: 1,
    wall: 1,
    mono: 1,
    life: "l",
    body: JSON.stringify({ note: "ж".repeat(900) }),
  });
  const call = (n: number): SyncCall => ({
    deviceId: "d",
    epoch: null,
    dayTag: null,
    samples: [],
    waiting: { commands: 0, proofs: 0, nextSeq: 1, withdrawn: 0 },
    commands: Array.from({ length: n }, (_, at) => command(at + 1)),
  });
  const sent = () => signedFetch.mock.calls.map(([, init]) => init?.keepalive);
  expect(await transport.sync(call(40))).toMatchObject({ kind: "busy" });
  expect(sent()).toEqual([false]);
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  expect(await transport.sync(call(40))).toEqual({ kind: "too-large" });
  expect(await transport.sync(call(20))).toMatchObject({ kind: "busy" });
  expect(sent()).toEqual([false, true]);
  vi.restoreAllMocks();
});

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
