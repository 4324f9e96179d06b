import type { ReactNode } from "react";
import * as z from "zod/mini";
import { Note } from "#contract/schemas.ts";
import type { ProofEnd } from "#features/proofs/domain/needs.ts";
import {
  NO_OFFICE_PROOF,
  OFFICE_SHAPE,
  OfficeFields,
  type OfficeNeeds,
  officeSchema,
} from "#features/proofs/web/public-parts.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { FormArea, FormSelect } from "#web/forms/fields.tsx";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { useForm, useValue } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Row } from "#web/ui/layout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { useLatest } from "#web/ui/use-latest.ts";
import type { Delivery, Task } from "#features/deliveries/contract/shapes.ts";
import { needsAt } from "#features/deliveries/domain/needs-at.ts";
import { type FailureReason, reasonOf, reasonsFor } from "#features/parcels/domain/reasons.ts";
import { useReasons } from "#features/reasons/web/public.ts";
import { FORESEEN_ACTS, type ForeseenAct } from "../domain/foreseen-acts.ts";
import { Follows } from "./later/follows.ts";
import { type PlainAction, runAction, withProofNames } from "./run-action.ts";
import { type Action, taskFor } from "./part-task.ts";

export interface ActionDialogProps {
  delivery: Delivery;
  action: PlainAction;
  onDone: (fresh: Delivery) => void;
  onClose: () => void;
}

/** End of a task that an action records; undefined for a step or a decision about the delivery. */
function endOf(action: Action, task: Task | undefined): ProofEnd | undefined {
  if (action === "correct") return task?.state === "succeeded" ? "fail" : "succeed";
  return action === "succeed" || action === "fail" ? action : undefined;
}

/** Which inputs an action asks for besides proofs. */
/** States of parcels that can still change hands. */
const OPEN: ReadonlySet<string> = new Set(["announced", "on_board", "at_hub"]);

interface Asks {
  readonly reason: boolean;
  readonly noteNeeded: boolean;
}

/** Proofs that the end of a task needs by the policy and the reason; a picture of a failure is always welcome. */
function needsOf(delivery: Delivery, task: Task, end: ProofEnd, reason?: FailureReason): OfficeNeeds {
  const { preferred } = delivery.proofNeeds[task.kind][end];
  const required = needsAt(delivery, task.kind, end, reason);
  return {
    required,
    preferred: end === "fail" ? [...preferred, "photo"] : preferred,
    parcelCodes: delivery.parcelStates.filter(({ state }) => OPEN.has(state)).map(({ code }) => code),
  };
}

const schemaFor = (asks: Asks, needs: (reason: string) => OfficeNeeds | undefined) =>
  officeSchema(
    z.object({
      ...OFFICE_SHAPE,
      reason: z.string().check(z.minLength(asks.reason ? 1 : 0)),
      note: asks.noteNeeded ? Note.check(z.minLength(1)) : Note,
    }),
    ({ reason }) => needs(reason),
  );

/** One action of a dispatcher: what it means, what it needs, and its refusal when it cannot be done. */
export function ActionDialog({ delivery, action, onDone, onClose }: ActionDialogProps) {
  const t = useWords("delivery-pages");
  const shared = useWords("deliveries");
  const format = useFormat();
  const task = taskFor(delivery, action);
  const end = endOf(action, task);
  const asks: Asks = { reason: end === "fail", noteNeeded: action === "correct" };
  const { all, nameOf, query } = useReasons(asks.reason);
  // The form outlives the render in which the reasons are not read yet.
  const latest = useLatest(all);
  const needsFor = (reason: string, among: readonly FailureReason[]) =>
    task && end ? needsOf(delivery, task, end, reasonOf(task.kind, reason, among)) : undefined;
  const form = useForm({
    schema: schemaFor(asks, (reason) => needsFor(reason, latest.current)),
    initial: { reason: "", ...NO_OFFICE_PROOF },
    onSubmit: async (filled) => {
      const fresh = await runAction(delivery, action, filled).catch((error: unknown) => {
        throw withProofNames(error, format.list);
      });
      onDone(fresh);
      showSnack({ text: t(`act.${action}.done`) });
    },
  });
  const reasons = task ? reasonsFor(task.kind, all) : [];
  const reason = useValue(form, "reason");
  const needs = needsFor(reason, all);
  return (
    <Dialog open onClose={onClose} title={t(`act.${action}`)}>
      <FormBox form={form} label={t(`act.${action}`)}>
        <p>{t(`act.${action}.text`, { number: delivery.number })}</p>
        {task && (
          <p className="quiet">
            {t("act.task", {
              kind: shared(`kind.${task.kind}`),
              courier: task.courierName ?? t("list.no-courier"),
            })}
          </p>
        )}
        {asks.reason && (
          <Read query={query}>
            <FormSelect
              form={form}
              name="reason"
              label={t("act.reason")}
              required
              placeholder={t("act.reason-choose")}
              options={reasons.map(({ code }) => ({ value: code, label: nameOf(code) }))}
            />
          </Read>
        )}
        {task && needs && <OfficeFields form={form} phase={task.kind} needs={needs} />}
        <FormArea
          form={form}
          name="note"
          label={t(asks.noteNeeded ? "act.note-why" : "act.note")}
          required={asks.noteNeeded}
          rows={2}
        />
        <Foreseen
          delivery={delivery}
          action={action}
          taskId={task?.id}
          reason={asks.reason ? reason : null}
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

interface ReadProps {
  readonly query: ReturnType<typeof useReasons>["query"];
  readonly children: ReactNode;
}

/** Shows choices once they are read; where they cannot be, why, beside those that every company begins with. */
function Read({ query, children }: ReadProps) {
  if (query.isLoading) return <Skeleton lines={1} />;
  return (
    <>
      <RefusalNote error={query.error} onRetry={() => void query.refetch()} />
      {children}
    </>
  );
}

const isForeseen = (action: Action): action is ForeseenAct & Action =>
  FORESEEN_ACTS.some((one) => one === action);

interface ForeseenProps extends Pick<ActionDialogProps, "delivery" | "action"> {
  readonly taskId: string | undefined;
  /** Empty until it is chosen; null where none is asked for. */
  readonly reason: string | null;
}

/** Consequences of an action that can be foreseen, once its reason is known. */
function Foreseen({ delivery: { id, version }, action, taskId, reason }: ForeseenProps) {
  if (!isForeseen(action) || reason === "") return null;
  const of = action === "correct" ? { taskId, ...(reason !== null && { reason }) } : {};
  return <Follows deliveryId={id} version={version} act={action} {...of} />;
}

const DANGER: ReadonlySet<Action> = new Set(["fail", "lose", "dispose"]);
