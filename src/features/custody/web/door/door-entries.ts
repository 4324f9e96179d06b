import type { CourierStop } from "#features/courier/contract/api.ts";
import { newestOf } from "#features/courier/domain/proofs.ts";
import { entryOf } from "#features/courier/web/public.ts";
import type { Entry } from "#kernel/outbox/outbox.ts";

/** Outcome of all stops at a door. */
export interface DoorOutcome {
  readonly recipientName: string | null;
  readonly note: string | null;
  readonly ofAge?: true;
  /** Name of the form whose text is in the commands. */
  readonly draft: string;
}

/**
 * One command for each stop, to be stored together. The first names the pictures; the others name them as theirs too,
 * under ids of their own, so that the bytes travel once.
 *
 * @param proofs the pictures taken at the door, whichever stop they were taken for
 */
export function doorEntries(
  chosen: readonly CourierStop[],
  proofs: CourierStop["proofs"],
  { draft, ...outcome }: DoorOutcome,
  newId: () => string,
): Entry[] {
  const pictures = (["photo", "signature"] as const).flatMap((kind) => newestOf(proofs, kind) ?? []);
  return chosen.map((stop, index) => {
    const codes = stop.parcels.map(({ code }) => code);
    const entry = entryOf({ ...stop, proofs }, { type: "succeed", ...outcome, codes }, draft);
    if (index === 0) return entry;
    const named = pictures.map(({ id: of, kind, sha256, bytes }) => ({
      id: newId(),
      kind,
      sha256,
      bytes,
      of,
    }));
    return { ...entry, body: { ...entry.body, proofs: named } };
  });
}
