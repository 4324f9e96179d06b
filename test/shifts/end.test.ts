import { expect, test } from "vitest";
import { accepted } from "#features/courier/domain/sync/verdict.ts";
import type { KeptFile } from "#kernel/outbox/op.ts";
import { checkEnd } from "./end.ts";
import { hashOf } from "./hands/server-proofs.ts";
import { makeDisk } from "./phone-store.ts";
import { makeServer } from "./server.ts";
import { makeTruth } from "./truth.ts";
import { makeWorld } from "./world.ts";

const BYTES = new TextEncoder().encode("a picture of two stops");
const SHA256 = hashOf(BYTES);
const LOST = "8 a picture of a door is neither kept nor shown as refused";

/** The end of a shift in which the second stop of a door names the picture that the first one carries. */
function ended(sentBytes: number, state: KeptFile["state"]): readonly string[] {
  const world = makeWorld(1, []);
  const truth = makeTruth();
  const server = makeServer(world, truth);
  const body = JSON.stringify({ proofs: [{ id: "second", of: "first", kind: "photo" }] });
  const command = { id: "tap", seq: 1, type: "succeed", v: 1, body, wall: 0, mono: 0, life: "life" };
  const ids = { deliveryId: "delivery", taskId: "task 2" };
  const head = { device: "device", ...ids };
  const tap = { ...head, command, at: 0, owner: "ana", label: "door", fileIds: [] };
  truth.taps.set(command.id, { ...tap, isShown: true, isGone: false });
  const times = { lo: 0, best: 0, hi: 0 };
  const judged = { times, receivedAt: 0, verdict: accepted };
  server.data.reports.set(command.id, { ...head, report: command, user: "ana", ...judged });
  const shot = { taskId: "task 1", sha256: SHA256, total: BYTES.length, bytes: BYTES.slice(0, sentBytes) };
  server.data.shots.set("first", { ...shot, user: "ana" });
  const disk = makeDisk("device");
  const file: KeptFile = {
    id: "first",
    deliveryId: "another",
    taskId: "task 1",
    kind: "photo",
    sha256: SHA256,
    bytes: BYTES.length,
    takenAt: 0,
    state,
    code: null,
    endedAt: 0,
  };
  disk.kept = { ...disk.kept, files: [file] };
  checkEnd({ world, truth, server, phones: [{ disks: () => new Map([["ana", disk]]) }] });
  return [...world.wrong];
}

test("a picture of a door that is whole at its first stop is missed at the second one", () => {
  expect(ended(BYTES.length, "sent")).toEqual(["8 a picture is missing"]);
});

test("an upload that only began is no picture that the second stop could have", () => {
  expect(ended(0, "look")).toEqual([]);
});

test("a picture of a door that did not arrive is lost where no phone shows it as refused", () => {
  expect(ended(0, "sent")).toEqual([LOST]);
});
