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
import { reasonOf, reasonsFor } from "#features/parcels/domain/reasons.ts";
import { missingProofs } from "#features/proofs/domain/needs.ts";
import { Note } from "#contract/schemas.ts";
import { FormArea, FormRadio } from "#web/forms/fields.tsx";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { useForm, useValue } from "#web/forms/use-form.ts";
import { maybeWord, useWords } from "#web/i18n/words.ts";
import { go } from "#web/shell/navigate.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { CourierStop } from "#features/courier/contract/api.ts";
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
      {(stop) => <AtEnd key={stop.taskId} stop={stop} title={t("fail.title")} />}
    </StopPage>
  );
}

/** The form as the page was opened: recording it changes the stop. */
function AtEnd({ stop, title }: { stop: CourierStop; title: string }) {
  const [corrects] = useState(() => endTypeOf(stop, "succeeded"));
  if (corrects === undefined) return <ToStop taskId={stop.taskId} />;
  return <FailForm stop={stop} title={title} corrects={corrects} />;
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

/** Reasons that are offered at once; the others are a press away. */
const LIKELY = 6;

const hasPhoto = (kinds: string): boolean => kinds.includes("photo");

const failureOf = (stop: CourierStop) => {
  const { required } = failNeeds(stop, "");
  const byPolicy = (kinds: string) => hasPhoto(kinds) || !required.includes("photo");
  return z
    .strictObject({
      reason: z.string().check(z.minLength(1)),
      note: required.includes("note") ? Note.check(z.minLength(1)) : Note,
      proofs: z.string().check(z.refine(byPolicy, "courier.photo-missing")),
    })
    .check(
      z.refine(
        ({ reason, proofs }) => hasPhoto(proofs) || !failNeeds(stop, reason).required.includes("photo"),
        { path: ["proofs"], error: "courier.no-photo" },
      ),
    );
};

interface FailFormProps {
  stop: CourierStop;
  title: string;
  corrects: boolean;
}

function FailForm({ stop, title, corrects }: FailFormProps) {
  const t = useWords("custody");
  const courier = useWords("courier");
  const draft = `courier.fail.${stop.taskId}`;
  const record = useRecord(stop, () => go("/c"));
  const form = useForm({
    schema: failureOf(stop),
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
  const reason = reasonOf(stop.kind, useValue(form, "reason"));
  const options = reasonsFor(stop.kind).map(({ code }) => ({
    value: code,
    label: maybeWord("deliveries", `reason.${code}`) ?? code,
  }));
  const proofs = useProofs(form, stop);
  const policy = failNeeds(stop, "");
  const { required, preferred } = failNeeds(stop, reason?.code ?? "");
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
          fold={{ after: LIKELY, label: t("fail.more") }}
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
