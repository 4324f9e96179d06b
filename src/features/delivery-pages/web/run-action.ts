import { type OfficeTyped, officeOutcome } from "#features/proofs/web/public-parts.ts";
import { call } from "#web/api/call.ts";
import { Problem, isProblem } from "#web/api/problem.ts";
import { maybeWord } from "#web/i18n/words.ts";
import { newId } from "#web/api/new-id.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { HandleCommand } from "#features/deliveries/contract/commands.ts";
import type { Delivery, Task } from "#features/deliveries/contract/shapes.ts";
import { pictureBase64 } from "#web/forms/picture-base64.ts";
import { type Action, taskFor } from "./part-task.ts";

/** Actions of the common dialog; the others have their own. */
export type PlainAction = Exclude<Action, "cancel" | "retry" | "hand_out">;

/** A dispatcher's input for an action; every action reads the parts it needs. */
export interface Filled extends Readonly<OfficeTyped> {
  readonly reason: string;
}

/** Keeps the pictures as proofs of a task of a delivery; answers their ids. */
export async function keepPictures(
  { id, taskId }: { readonly id: string; readonly taskId: string },
  filled: Pick<OfficeTyped, "photo" | "signature">,
): Promise<string[]> {
  const kept: string[] = [];
  for (const kind of ["photo", "signature"] as const) {
    const picture = filled[kind];
    if (!picture) continue;
    const proofId = newId();
    const image = await pictureBase64(picture);
    const takenAt = new Date().toISOString();
    await call(deliveriesApi.keepProof, { id, proofId, taskId, kind, takenAt, image });
    kept.push(proofId);
  }
  return kept;
}

export const orNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());
export const head = () => ({ commandId: newId(), occurredAt: new Date().toISOString() });

type Handling = Exclude<HandleCommand["type"], "retry">;
const HANDLING: readonly Handling[] = ["send_back", "to_hub", "load", "lose", "find", "dispose"];
const isHandling = (action: Action): action is Handling => HANDLING.some((one) => one === action);

/** The refusal of missing proofs with their names. */
export function withProofNames(error: unknown, list: (parts: readonly string[]) => string): unknown {
  if (!isProblem(error, "deliveries.proof-missing")) return error;
  const missing = String(error.facts["missing"] ?? "").split(",");
  const names = missing.map((need) => maybeWord("proofs", `need.${need}`) ?? need);
  return new Problem(error.code, { way: error.way, facts: { missing: list(names) } });
}

/**
 * Sends an action of a dispatcher.
 *
 * @returns the delivery as it is afterwards
 * @throws Problem with the refusal
 */
export async function runAction(delivery: Delivery, action: PlainAction, filled: Filled): Promise<Delivery> {
  const { id } = delivery;
  const note = orNull(filled.note);
  if (isHandling(action))
    return call(deliveriesApi.handleDelivery, { id, command: { ...head(), type: action, note } });
  const task = taskFor(delivery, action);
  if (!task) return delivery;
  const at = { ...head(), taskId: task.id };
  const proofIds = await keepPictures({ id, taskId: task.id }, filled);
  const recipientName = orNull(filled.recipientName);
  const send = (command: Parameters<typeof call<typeof deliveriesApi.performTask>>[1]["command"]) =>
    call(deliveriesApi.performTask, { id, command });
  switch (action) {
    case "start":
    case "arrive":
      return send({ ...at, type: action });
    case "succeed":
      return send({ ...at, type: action, recipientName, note, proofIds, ...officeOutcome(filled) });
    case "fail":
      return send({
        ...at,
        type: action,
        reason: filled.reason,
        note,
        proofIds,
        ...(filled.unproven && { unproven: true as const }),
      });
    case "correct":
      return send({
        ...at,
        type: action,
        ...correctionOf(task, filled.reason),
        recipientName,
        note,
        proofIds,
        ...officeOutcome(filled),
      });
  }
}

/** A correction reverses the outcome; a change to failed needs a reason. */
const correctionOf = (task: Task, reason: string): { to: "succeeded" | "failed"; reason: string | null } =>
  task.state === "succeeded" ? { to: "failed", reason: orNull(reason) } : { to: "succeeded", reason: null };
