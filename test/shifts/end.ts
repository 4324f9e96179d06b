import { isStranger, type Verdict } from "#features/courier/domain/sync/verdict.ts";
import type { KeptFile } from "#kernel/outbox/op.ts";
import { countsOf } from "#kernel/outbox/counts.ts";
import { sharedOf } from "./hands/door.ts";
import type { Server } from "./server.ts";
import type { Data } from "./server-db.ts";
import { hashOf, isTheirs, isWhole } from "./hands/server-proofs.ts";
import type { Phone } from "./phone.ts";
import type { Tap, Truth } from "./truth.ts";
import type { World } from "./world.ts";

interface Parts {
  readonly world: World;
  readonly truth: Truth;
  readonly server: Server;
  readonly phones: readonly Pick<Phone, "disks">[];
}

/** Positions of a time that the server takes for off duty stay on the phone for two days. */
const MOST_POSITIONS = 500;

/** The state of things a minute after the faults ended and everybody signed in once more. */
export function checkEnd(parts: Parts): void {
  const { world, truth, phones } = parts;
  for (const phone of phones)
    for (const [owner, disk] of phone.disks()) {
      const { commands, files } = countsOf(disk.kept);
      if (commands + files > 0)
        world.broke(11, `${commands} commands and ${files} pictures of ${owner} wait`);
    }
  for (const phone of phones)
    for (const { positions } of phone.disks().values())
      if (positions.size > MOST_POSITIONS) world.broke(11, `${positions.size} positions wait`);
  for (const tap of truth.taps.values()) checkTap(tap, parts);
  checkRefused(parts);
}

/** A command shown as saved was taken in (1), also after a restore (16), with its pictures (8). */
function checkTap(tap: Tap, parts: Parts): void {
  const { world, server } = parts;
  if (tap.isGone || !tap.isShown) return;
  const stored = server.data.reports.get(tap.command.id);
  if (!stored) return world.broke(1, `a saved ${tap.command.type} is not at the server`);
  if (stored.verdict.verdict === "later") world.broke(11, "a command has no verdict");
  checkPictures(tap, stored.verdict, parts);
}

function checkPictures(tap: Tap, { verdict, code }: Verdict, parts: Parts): void {
  // The stop is not this courier's to speak of, or a restore forgot that it was and its end counts as evidence alone: the
  // picture is refused, kept and shown on the phone. So it is beside an unreadable command: a restore forgot the stop when
  // the picture came, and the office gave it to them again later.
  const isForeign =
    (verdict === "refused" && (isStranger({ code: code ?? "" }) || code === "courier.unreadable")) ||
    (["refused", "noted"].includes(verdict) && !hadTask(tap, parts.server.data));
  const isShown = (id: string): boolean =>
    parts.phones.some((phone) => [...phone.disks().values()].some(({ kept }) => isLook(kept.files, id)));
  const own = tap.fileIds.filter((id) => parts.truth.shots.get(id)?.taskId === tap.taskId);
  for (const id of own) if (!isForeign || !isShown(id)) checkShot(id, parts);
  if (verdict !== "refused") checkShared(tap, parts, isShown);
}

/** Another stop of a door has its picture, also where the stop that carried it was refused it. */
function checkShared(tap: Tap, parts: Parts, isShown: (id: string) => boolean): void {
  const { truth, server } = parts;
  for (const { id, of } of sharedOf(tap.command.body)) {
    const isGivenUp = truth.givenUp.has(of) && !isHere(id, server.data);
    // A restore forgot that the stop was theirs.
    const isForgotten = !hadTask(tap, server.data) && isShown(of);
    if (!isGivenUp && !isForgotten) checkShot(id, parts);
  }
}

/**
 * Whether all bytes of a picture are at the server. An upload that only began is no picture: a part that the line doubled
 * begins one hours later, where the stop was given to its courier meanwhile and the phone shows the picture as refused.
 */
function isHere(id: string, { shots }: Data): boolean {
  const shot = shots.get(id);
  return shot !== undefined && isWhole(shot);
}

/** Whether the server knows the courier as one who has or had the task: a restore may have forgotten it. */
function hadTask({ deliveryId, taskId, owner }: Tap, { deliveries }: Data): boolean {
  const task = deliveries.get(deliveryId ?? "")?.tasks.find(({ id }) => id === taskId);
  return task !== undefined && isTheirs(task, owner);
}

const isLook = (files: readonly KeptFile[], id: string): boolean =>
  files.some((file) => file.id === id && file.state === "look");

/** A picture stands at its stop as it was taken, unless a full phone gave it up and the server's copy went in a restore. */
function checkShot(id: string, { world, truth, server }: Pick<Parts, "world" | "truth" | "server">): void {
  const shot = server.data.shots.get(id);
  const taken = truth.shots.get(id);
  if (truth.givenUp.has(id) && !isHere(id, server.data)) return;
  if (!shot || !taken) world.broke(8, "a picture is missing");
  else if (hashOf(shot.bytes) !== taken.sha256 || shot.taskId !== taken.taskId)
    world.broke(8, "a picture stands at the wrong stop, or is another one");
}

/** Refused means: a person at the office sees it, and so does the courier (4). */
function checkRefused({ world, truth, server, phones }: Parts): void {
  for (const [id, { verdict }] of server.data.reports) {
    if (verdict.verdict !== "refused") continue;
    if (verdict.code === "http.internal") world.broke(3, "a bug refused a command for good");
    if (!server.data.exceptions.has(`command:${id}`)) world.broke(4, "a refusal without an exception");
    const tap = truth.taps.get(id);
    if (!tap || tap.isGone) continue;
    const ops = phones.flatMap((phone) => [...phone.disks().values()].flatMap((disk) => disk.kept.ops));
    const op = ops.find(({ command }) => command.id === id);
    if (op?.state !== "look") world.broke(4, "a refusal that the courier does not see");
  }
}
