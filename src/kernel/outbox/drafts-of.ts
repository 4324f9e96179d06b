import type { Draft, Op } from "./op.ts";

/** Fields of the bodies that forms ask for. */
interface Said {
  readonly to?: "succeeded" | "failed";
  readonly reason?: string | null;
  readonly recipientName?: string | null;
  readonly note?: string | null;
  readonly ofAge?: boolean;
  readonly pin?: string;
}

/** Typed text of an outcome that was taken back, as the drafts of the form that recorded it. */
export function draftsOf(taken: readonly Op[]): Draft[] {
  const [first] = taken;
  if (!first || first.taskId === null) return [];
  // Safe: this phone wrote the body.
  const said = JSON.parse(first.command.body) as Said;
  const { reason, recipientName, note, ofAge = false, pin = "" } = said;
  const isFailure = first.command.type === "fail" || said.to === "failed";
  if (isFailure) return [[`courier.fail.${first.taskId}`, { reason: reason ?? "", note: note ?? "" }]];
  const form = taken.length > 1 ? "custody.door" : "courier.done";
  const values = { recipientName: recipientName ?? "", note: note ?? "", ofAge, pin };
  return [[`${form}.${first.taskId}`, values]];
}
