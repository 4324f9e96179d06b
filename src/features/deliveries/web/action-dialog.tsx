import { useState } from "react";
import * as z from "zod/mini";
import { Name, Note } from "#contract/schemas.ts";
import { FormArea, FormSelect, FormText } from "#web/forms/fields.tsx";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { maybeWord, useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FieldFrame } from "#web/ui/field-frame.tsx";
import { Row } from "#web/ui/layout.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import type { Delivery, Task } from "../contract/shapes.ts";
import { reasonOf, reasonsFor } from "../domain/reasons.ts";
import { type Action, runAction, correctionOf, taskFor } from "./run-action.ts";

export interface ActionDialogProps {
  delivery: Delivery;
  action: Exclude<Action, "cancel">;
  onDone: (fresh: Delivery) => void;
  onClose: () => void;
}

/** Which inputs an action asks for. */
interface Asks {
  readonly reason: boolean;
  readonly name: boolean;
  readonly picture: boolean;
  readonly noteNeeded: boolean;
}

function asksOf(delivery: Delivery, action: Action, task: Task | undefined): Asks {
  const fails =
    action === "fail" ||
    (action === "correct" && task !== undefined && correctionOf(task, "").to === "failed");
  const hands = action === "succeed" || (action === "correct" && !fails);
  const needs = task ? delivery.proofNeeds[task.kind].succeed.required : [];
  return {
    reason: fails,
    name: hands && needs.includes("recipient_name"),
    picture: action === "fail" || (action === "succeed" && needs.includes("photo_or_signature")),
    noteNeeded: action === "correct",
  };
}

const schemaFor = (asks: Asks) =>
  z.object({
    reason: asks.reason ? z.string().check(z.minLength(1)) : z.string(),
    recipientName: asks.name ? Name : z.string(),
    note: asks.noteNeeded ? Note.check(z.minLength(1)) : Note,
  });

/** One action of a dispatcher: what it means, what it needs, and its refusal when it cannot be done. */
export function ActionDialog({ delivery, action, onDone, onClose }: ActionDialogProps) {
  const t = useWords("deliveries");
  const task = taskFor(delivery, action);
  const asks = asksOf(delivery, action, task);
  const [picture, setPicture] = useState<File | null>(null);
  const form = useForm({
    schema: schemaFor(asks),
    initial: { reason: "", recipientName: "", note: "" },
    onSubmit: async (filled) => {
      const fresh = await runAction(delivery, action, { ...filled, picture });
      onDone(fresh);
      showSnack({ text: t(`act.${action}.done`) });
    },
  });
  const reasons = task ? reasonsFor(task.kind) : [];
  return (
    <Dialog open onClose={onClose} title={t(`act.${action}`)}>
      <FormBox form={form} label={t(`act.${action}`)}>
        <p>{t(`act.${action}.text`, { number: delivery.number })}</p>
        {task && (
          <p className="quiet">
            {t("act.task", {
              kind: t(`kind.${task.kind}`),
              courier: task.courierName ?? t("list.no-courier"),
            })}
          </p>
        )}
        {asks.reason && (
          <FormSelect
            form={form}
            name="reason"
            label={t("act.reason")}
            required
            placeholder={t("act.reason-choose")}
            options={reasons.map(({ code }) => ({
              value: code,
              label: maybeWord("deliveries", `reason.${code}`) ?? code,
            }))}
          />
        )}
        {asks.name && (
          <FormText
            form={form}
            name="recipientName"
            label={t("act.recipient-name")}
            required
            autoComplete="off"
          />
        )}
        {asks.picture && (
          <FieldFrame
            label={t("act.picture")}
            hint={t(
              needsPicture(action, task, form.get("reason")) ? "act.picture-needed" : "act.picture-may",
            )}
            className="file-field"
          >
            {(control) => (
              <input
                {...control}
                type="file"
                accept="image/*"
                onChange={(event) => setPicture(event.target.files?.[0] ?? null)}
              />
            )}
          </FieldFrame>
        )}
        <FormArea
          form={form}
          name="note"
          label={t(asks.noteNeeded ? "act.note-why" : "act.note")}
          required={asks.noteNeeded}
          rows={2}
        />
        <Row spread="end">
          <Button variant="text" onClick={onClose}>
            {t("act.back")}
          </Button>
          <SubmitButton form={form} tone={DANGER.has(action) ? "danger" : "normal"}>
            {t(`act.${action}`)}
          </SubmitButton>
        </Row>
      </FormBox>
    </Dialog>
  );
}

const DANGER: ReadonlySet<Action> = new Set(["fail", "lose", "dispose"]);

const needsPicture = (action: Action, task: Task | undefined, reason: string): boolean =>
  action === "succeed" || (task !== undefined && (reasonOf(task.kind, reason)?.proofs.length ?? 0) > 0);
