import { useState } from "react";
import * as z from "zod/mini";
import { Note } from "#contract/schemas.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { needsAt } from "#features/deliveries/domain/needs-at.ts";
import { type FailureReason, reasonOf } from "#features/parcels/domain/reasons.ts";
import { useReasons } from "#features/reasons/web/public.ts";
import { needsOfLeft, reasonOfLeft } from "#features/parcels/domain/left.ts";
import {
  NO_PARTS,
  PartList,
  type PhotoAsked,
  leftIn,
  movedIn,
  officePartsShape,
} from "#features/parcels/web/public.ts";
import {
  NO_OFFICE_PROOF,
  OFFICE_SHAPE,
  OfficeFields,
  type OfficeNeeds,
  type OfficeTyped,
  PictureInput,
  officeOutcome,
  officeSchema,
} from "#features/proofs/web/public-parts.ts";
import { isolated } from "#kernel/isolated.ts";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { FormArea } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { useForm, useValue } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { showSnack } from "#web/ui/snackbar.tsx";
import { useLatest } from "#web/ui/use-latest.ts";
import type { PartTask } from "./part-task.ts";
import { head, keepPictures, orNull, withProofNames } from "./run-action.ts";

export interface PartsDialogProps {
  readonly delivery: Delivery;
  readonly part: PartTask;
  readonly onDone: (fresh: Delivery) => void;
  readonly onClose: () => void;
}

type Typed = OfficeTyped & { parts: string };

/** Photos of damaged parcels by their codes; kept as proofs when the form is sent. */
type Photos = Map<string, File>;

/** Proofs of the end that the typed parcels come to; a photo of damage is one of the handover, too. */
function needsOf(
  delivery: Delivery,
  { kind }: PartTask["task"],
  parts: string,
  all: readonly FailureReason[],
): OfficeNeeds {
  const [left, parcelCodes] = [leftIn(parts), movedIn(parts)];
  const end = parcelCodes.length > 0 ? "succeed" : "fail";
  const reason =
    end === "fail" && left.length > 0 ? reasonOf(kind, reasonOfLeft(kind, left).reason, all) : null;
  const required = new Set([...needsAt(delivery, kind, end, reason), ...needsOfLeft(left)]);
  if (left.some(({ proofIds }) => proofIds.length > 0)) required.delete("photo");
  return { required: [...required], preferred: delivery.proofNeeds[kind][end].preferred, parcelCodes };
}

/** A correction asks for its reason alone: the proofs of the handover stand. */
const schemaOf = (
  delivery: Delivery,
  { task, codes, corrects }: PartTask,
  reasons: { readonly current: readonly FailureReason[] },
) =>
  officeSchema<Typed>(
    z.object({
      ...OFFICE_SHAPE,
      parts: officePartsShape(codes, corrects),
      note: corrects ? Note.check(z.minLength(1)) : Note,
    }),
    ({ parts }) => (corrects ? undefined : needsOf(delivery, task, parts, reasons.current)),
  );

/** Keeps the pictures, then records or corrects the end. @throws Problem with the refusal */
async function send(
  { delivery: { id }, part: { task, corrects } }: PartsDialogProps,
  filled: Typed,
  photos: Photos,
) {
  const at = { id, taskId: task.id };
  const proofIds = await keepPictures(at, filled);
  const left = [];
  for (const one of leftIn(filled.parts)) {
    const photo = one.proofIds.length > 0 ? photos.get(one.code) : undefined;
    const shown = photo ? await keepPictures(at, { photo, signature: null }) : [];
    proofIds.push(...shown);
    left.push({ ...one, proofIds: shown });
  }
  const end = {
    ...head(),
    taskId: task.id,
    recipientName: orNull(filled.recipientName),
    note: orNull(filled.note),
    proofIds,
    ...(left.length > 0 && { left }),
    ...officeOutcome(filled),
  };
  if (!corrects) return call(deliveriesApi.performTask, { id, command: { ...end, type: "succeed" } });
  const { reason } = reasonOfLeft(task.kind, left);
  return call(deliveriesApi.performTask, { id, command: { ...end, type: "correct", to: "failed", reason } });
}

/** Every parcel of a pickup or handover in a row of its own, as the office heard of it. */
export function PartsDialog(props: PartsDialogProps) {
  const { delivery, part, onDone, onClose } = props;
  const { task, codes, corrects } = part;
  const t = useWords("delivery-pages");
  const format = useFormat();
  const [photos] = useState<Photos>(() => new Map());
  const { all: reasons, query } = useReasons();
  // The form outlives the render in which the reasons are not read yet.
  const latest = useLatest(reasons);
  const form = useForm({
    schema: schemaOf(delivery, part, latest),
    initial: { ...NO_OFFICE_PROOF, parts: NO_PARTS },
    onSubmit: async (filled) => {
      const fresh = await send(props, filled, photos).catch((error: unknown) => {
        throw withProofNames(error, format.list);
      });
      onDone(fresh);
      showSnack({ text: t(corrects ? "parts.correct.done" : "parts.record.done") });
    },
  });
  const parts = useValue(form, "parts");
  const all = delivery.parcelStates.map(({ code }) => code);
  const parcels = codes.map((code) => ({
    code,
    contents: delivery.parcelList[all.indexOf(code)]?.contents ?? "",
  }));
  const title = t(corrects ? "parts.correct" : "parts.record");
  return (
    <FormDialog
      form={form}
      label={title}
      title={title}
      does={t("parts.save", { n: movedIn(parts).length, all: codes.length })}
      onClose={onClose}
    >
      <p>
        {t(corrects ? "parts.correct.text" : `parts.${task.kind}.text`, {
          number: isolated(delivery.number),
        })}
      </p>
      <p className="quiet">{t("parts.told")}</p>
      <RefusalNote error={query.error} onRetry={() => void query.refetch()} />
      <PartList form={form} stop={{ kind: task.kind, parcels, photos }} Photo={DamagePhoto} isOffice />
      {!corrects && (
        <OfficeFields form={form} phase={task.kind} needs={needsOf(delivery, task, parts, reasons)} />
      )}
      <FormArea
        form={form}
        name="note"
        label={t(corrects ? "act.note-why" : "act.note")}
        required={corrects}
        rows={2}
      />
    </FormDialog>
  );
}

type Shown = { kind: "collect" | "deliver"; parcels: { code: string; contents: string }[]; photos: Photos };

/** File with a photo of one damaged parcel. */
function DamagePhoto({ stop, code, onKept }: PhotoAsked<Shown>) {
  const t = useWords("parcels");
  return (
    <PictureInput
      id={`damage-${code}`}
      label={t("part.photo", { code: isolated(code) })}
      onPick={(photo) => {
        if (!photo) return;
        stop.photos.set(code, photo);
        onKept(code);
      }}
    />
  );
}
