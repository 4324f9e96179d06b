import type { MessageAnswer } from "#features/courier/domain/message-answer.ts";
import type { Instant } from "#kernel/instant.ts";
import { UNACKNOWLEDGED_MS, WITHDRAW_MS } from "./limits.ts";

/** State of one message at one courier, with the times of the taps. */
export interface Receipt {
  readonly seenAt: Instant | null;
  readonly acknowledgedAt: Instant | null;
  readonly answer: MessageAnswer | null;
}

/** Statement of a phone about a message. */
export type Said =
  | { readonly type: "message_seen"; readonly at: Instant }
  | {
      readonly type: "message_acknowledged";
      readonly at: Instant;
      readonly answer: MessageAnswer | null;
    };

export const UNSEEN: Receipt = { seenAt: null, acknowledgedAt: null, answer: null };

const earliest = (known: Instant | null, at: Instant): Instant => (known === null ? at : Math.min(known, at));

/**
 * The receipt after a statement, or undefined where that says nothing new. It may come late, twice, from another phone and
 * in any order: the earliest sight stands, the first acknowledgement that came stands, and so does the first answer.
 */
export function receiptAfter(receipt: Receipt, said: Said): Receipt | undefined {
  const seenAt = earliest(receipt.seenAt, said.at);
  const next: Receipt =
    said.type === "message_seen"
      ? { ...receipt, seenAt }
      : {
          seenAt,
          acknowledgedAt: receipt.acknowledgedAt ?? said.at,
          answer: receipt.answer ?? said.answer,
        };
  const isSame =
    next.seenAt === receipt.seenAt &&
    next.acknowledgedAt === receipt.acknowledgedAt &&
    next.answer === receipt.answer;
  return isSame ? undefined : next;
}

interface Sent {
  readonly sentAt: Instant;
  readonly withdrawnAt: Instant | null;
  readonly receipts: readonly Pick<Receipt, "seenAt">[];
}

/** Whether a message can still be taken back: no courier has seen it, as far as is known. */
export const mayWithdraw = ({ sentAt, withdrawnAt, receipts }: Sent, now: Instant): boolean =>
  withdrawnAt === null && now - sentAt <= WITHDRAW_MS && receipts.every(({ seenAt }) => seenAt === null);

/** Whether a message waits too long for the courier's word. */
export const isOverdue = (acknowledgedAt: unknown, sentAt: Instant, now: Instant): boolean =>
  acknowledgedAt === null && now - sentAt >= UNACKNOWLEDGED_MS;
