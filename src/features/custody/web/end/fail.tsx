import { useState } from "react";
import * as z from "zod/mini";
import { newestOf } from "#features/courier/domain/proofs.ts";
import {
  NeedsBanner,
  StopDetail,
  StopPage,
  draftOf,
  usePhoneDraft,
  useRecord,
} from "#features/courier/web/public.ts";
import { type FailureReason, reasonOf, reasonsFor } from "#features/parcels/domain/reasons.ts";
import { missingProofs } from "#features/proofs/domain/needs.ts";
import { LIKELY_REASONS } from "#features/reasons/domain/terms.ts";
import { type Reasons, useReasonsOf } from "#features/reasons/web/public-parts.ts";
import { Note } from "#contract/schemas.ts";
import { FormArea, FormRadio } from "#web/forms/fields.tsx";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { useForm, useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { go } from "#web/shell/navigate.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { CourierDay, CourierStop } from "#features/courier/contract/api.ts";
import { MissingLine, NO_PROOF, useProofs } from "./end-fields.tsx";
import { failNeeds } from "../../domain/fail-needs.ts";
import { endTypeOf, mayCorrectParts } from "./end-type.ts";
import { ProofPanel } from "./proof-panel.tsx";
import { ToStop } from "./to-stop.tsx";

/** It did not work: why. The reason decides what happens next. */
export function Fail({ params }: PageProps<{ id: string }>) {
  const t = useWords("custody");
  return (
    <StopPage taskId={params.id} title={() => t("fail.title")}>
      {(stop, day) => <AtEnd key={stop.taskId} stop={stop} day={day} title={t("fail.title")} />}
    </StopPage>
  );
}

/** The form as the page was opened: recording it changes the stop. */
function AtEnd({ stop, day, title }: { stop: CourierStop; day: CourierDay; title: string }) {
  const [corrects] = useState(() => endTypeOf(stop, "succeeded"));
  const reasons = useReasonsOf(day.reasons);
  if (corrects === undefined) return <ToStop taskId={stop.taskId} />;
  return <FailForm stop={stop} reasons={reasons} title={title} corrects={corrects} />;
}

/** Says that an outcome is corrected, and leads to the page for a part of the parcels. */
function Corrected({ stop }: { stop: CourierStop }) {
  const t = useWords("custody");
  const courier = useWords("courier");
  return (
    <>
      <Banner icon="undo">{t("correct.text-failed")}</Banner>
      {mayCorrectParts(stop) && (
        <Button variant="tonal" size="large" full icon="parcel" href={`/c/stop/${stop.taskId}/parts`}>
          {courier("stop.not-all")}
        </Button>
      )}
    </>
  );
}

const hasPhoto = (kinds: string): boolean => kinds.includes("photo");

const failureOf = (stop: CourierStop, found: (code: string) => FailureReason | undefined) => {
  const { required } = failNeeds(stop);
  const needs = (code: string) => failNeeds(stop, found(code)).required;
  const byPolicy = (kinds: string) => hasPhoto(kinds) || !required.includes("photo");
  return z
    .strictObject({
      reason: z.string().check(z.minLength(1)),
      note: required.includes("note") ? Note.check(z.minLength(1)) : Note,
      proofs: z.string().check(z.refine(byPolicy, "courier.photo-missing")),
    })
    .check(
      z.refine(({ reason, proofs }) => hasPhoto(proofs) || !needs(reason).includes("photo"), {
        path: ["proofs"],
        error: "courier.no-photo",
      }),
      z.refine(({ reason, note }) => note !== "" || !needs(reason).includes("note"), {
        path: ["note"],
        error: "courier.no-note",
      }),
    );
};

interface FailFormProps {
  stop: CourierStop;
  /** The company's, as the stored day has them. */
  reasons: Reasons;
  title: string;
  corrects: boolean;
}

function FailForm({ stop, reasons, title, corrects }: FailFormProps) {
  const t = useWords("custody");
  const courier = useWords("courier");
  const draft = `courier.fail.${stop.taskId}`;
  const record = useRecord(stop, () => go("/c"));
  const find = (code: string) => reasonOf(stop.kind, code, reasons.all);
  const form = useForm({
    schema: failureOf(stop, find),
    initial: draftOf(draft, { reason: "", note: "", proofs: NO_PROOF.proofs }),
    onSubmit: ({ reason, note: typed }) => {
      const end = { reason, note: typed === "" ? null : typed };
      return record.mutateAsync(
        corrects ? { type: "correct", to: "failed", recipientName: null, ...end } : { type: "fail", ...end },
        { draft },
      );
    },
  });
  usePhoneDraft(form, draft);
  const reason = find(useValue(form, "reason"));
  const options = reasonsFor(stop.kind, reasons.all).map(({ code }) => ({
    value: code,
    label: reasons.nameOf(code),
  }));
  const proofs = useProofs(form, stop);
  const policy = failNeeds(stop);
  const { required, preferred } = failNeeds(stop, reason);
  const missing = missingProofs(required, {
    recipientName: null,
    note: useValue(form, "note"),
    proofIds: [],
    pictures: newestOf(stop.proofs, "photo") ? ["photo"] : [],
  });
  const photoHint = preferred.includes("photo")
    ? t("done.may")
    : missing.includes("photo")
      ? courier(policy.required.includes("photo") ? "refusal.photo-missing" : "refusal.no-photo")
      : undefined;
  const asksNote = required.includes("note") || preferred.includes("note");
  return (
    <article className="courier-page stack gap-4">
      <PageHeader back={`/c/stop/${stop.taskId}`} title={title} detail={<StopDetail stop={stop} />} />
      {corrects && <Corrected stop={stop} />}
      <NeedsBanner needs={policy} />
      <FormBox form={form}>
        <FormRadio
          form={form}
          name="reason"
          label={t("fail.reason")}
          options={options}
          look="list"
          fold={{ after: LIKELY_REASONS, label: t("fail.more") }}
        />
        {reason !== undefined && <Banner icon="info">{t(`next.${reason.nextAction}`)}</Banner>}
        <ProofPanel stop={stop} kinds={["photo"]} field={proofs} hint={photoHint} />
        <FormArea
          form={form}
          name="note"
          label={t(asksNote ? "done.note-needed" : "done.note")}
          {...(preferred.includes("note") && { hint: t("done.may") })}
          rows={2}
        />
        <footer className="courier-actions">
          <MissingLine missing={missing} />
          <div className="courier-main">
            <SubmitButton form={form} size="large" full tone="danger" icon="warning">
              {t("fail.submit")}
            </SubmitButton>
          </div>
        </footer>
      </FormBox>
    </article>
  );
}
