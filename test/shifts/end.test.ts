import { expect, test } from "vitest";
import { accepted } from "#features/courier/domain/sync/verdict.ts";
import type { DeliveryState } from "#features/deliveries/domain/delivery.ts";
import type { KeptFile } from "#kernel/outbox/op.ts";
import { checkEnd } from "./end.ts";
import { hashOf } from "./hands/server-proofs.ts";
import { makeDisk } from "./phone-store.ts";
import { makeServer } from "./server.ts";
import { makeTruth } from "./truth.ts";
import { makeWorld } from "./world.ts";

const BYTES = new TextEncoder().encode("a picture of two stops");
const SHA256 = hashOf(BYTES);

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
  const task = { id: ids.taskId, courierId: tap.owner, pastCourierIds: [] };
  // Safe: the end of a shift reads these alone.
  server.data.deliveries.set(ids.deliveryId, { tasks: [task] } as unknown as DeliveryState);
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

test.each([
  ["is whole at its first stop", BYTES.length, "sent"],
  ["only began at its first stop", 0, "sent"],
  ["was refused at its first stop", 0, "look"],
] as const)("a picture of a door that %s is missed at the second one", (_how, sentBytes, state) => {
  expect(ended(sentBytes, state)).toEqual(["8 a picture is missing"]);
});
