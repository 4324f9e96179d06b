import type { ReactNode } from "react";
import { useFormat } from "#web/i18n/format.ts";
import { useZone } from "#web/session/config.ts";
import type { Payment } from "../../contract/api.ts";
import { ProblemNote, type WayActions } from "../problem-note.tsx";

interface EndingNoteProps {
  /** A renewal. */
  readonly payment: Payment;
  readonly ways?: WayActions;
  readonly children?: ReactNode;
}

/** A hold ends soon, and the sender's card is to be confirmed again. */
export function EndingNote({ payment: { amount, until }, ways = {}, children }: EndingNoteProps) {
  const f = useFormat();
  const zone = useZone();
  const date = until === undefined ? "" : f.dateTime(until, zone);
  return (
    <ProblemNote code="hold.expiring" facts={{ amount: f.money(amount), date }} ways={ways}>
      {children}
    </ProblemNote>
  );
}
