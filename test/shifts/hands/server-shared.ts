import { type ReadBody, type Report, sharedIn } from "#features/courier/domain/sync/report.ts";
import type { SharedProof } from "#features/courier/domain/sync/store.ts";
import type { Part } from "#kernel/outbox/ports.ts";
import { isLacking, type Prover, shareShot, takePart } from "./server-proofs.ts";

interface Parts extends Prover {
  readonly readOnce: (report: Report) => ReadBody;
}

/** Judged namings of a picture by the other stops of its door. */
function namedBeside({ world, data, user, readOnce }: Parts, { id, taskId }: Part["file"]): SharedProof[] {
  const { reports } = data;
  // Without the guard only what stands beside the command that carries the picture is found.
  const isBeside = ({ wall }: Report): boolean =>
    [...reports.values()].some((one) => one.taskId === taskId && one.report.wall === wall);
  return [...reports.values()].flatMap(({ user: owner, report, verdict }) =>
    owner === user &&
    verdict.verdict !== "later" &&
    report.body.includes(`"of":"${id}"`) &&
    (world.has("shared-by-name") || isBeside(report))
      ? sharedIn(readOnce(report)).filter(({ of }) => of === id)
      : [],
  );
}

/** Names a picture that is here now for the other stops of its door, as `share-kept.ts` does. */
export function shareWithTap(parts: Parts, file: Part["file"]): void {
  for (const shared of namedBeside(parts, file)) shareShot(parts, shared);
}

/**
 * Takes a picture that its own stop may not have for the others that lack it, as `take-part.ts` does.
 *
 * @returns the bytes that are here then; nothing where no stop lacks it
 */
export function takeForOthers(parts: Parts, part: Part): number | undefined {
  const beside = namedBeside(parts, part.file);
  const other = beside.find((shared) => isLacking(parts, shared));
  if (!other) return undefined;
  const { id, deliveryId, taskId } = other;
  const next = takePart(parts, { ...part, file: { ...part.file, id, deliveryId, taskId } });
  if (next === part.file.bytes) for (const shared of beside) shareShot(parts, { ...shared, of: id });
  return next;
}
