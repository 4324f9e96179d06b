import * as z from "zod/mini";
import { StopDetail, StopPage, draftOf, usePhoneDraft, useRecord } from "#features/courier/web/public.ts";
import { reasonOf, reasonsFor } from "#features/deliveries/domain/reasons.ts";
import { Note } from "#contract/schemas.ts";
import { FormArea, FormRadio } from "#web/forms/fields.tsx";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { useForm, useValue } from "#web/forms/use-form.ts";
import { maybeWord, useWords } from "#web/i18n/words.ts";
import { go } from "#web/shell/navigate.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { NO_PROOF, useProofs } from "./end-fields.tsx";
import { ProofPanel } from "./proof-panel.tsx";

/** It did not work: why. The reason decides what happens next. */
export function Fail({ params }: PageProps<{ id: string }>) {
  const t = useWords("custody");
  return (
    <StopPage taskId={params.id} title={() => t("fail.title")}>
      {(stop) => <FailForm stop={stop} title={t("fail.title")} />}
    </StopPage>
  );
}

/** Reasons that are offered at once; the others are a press away. */
const LIKELY = 6;

/** True where the reason, or the policy at every failure, needs a photo. */
const needsPhoto = ({ kind, onFail }: CourierStop, code: string): boolean =>
  onFail?.required.includes("photo") === true || (reasonOf(kind, code)?.proofs.length ?? 0) > 0;

const failureOf = (stop: CourierStop) =>
  z
    .strictObject({
      reason: z.string().check(z.minLength(1)),
      note: stop.onFail?.required.includes("note") === true ? Note.check(z.minLength(1)) : Note,
      proofs: z.string(),
    })
    .check(
      z.refine(({ reason, proofs }) => proofs !== NO_PROOF.proofs || !needsPhoto(stop, reason), {
        path: ["proofs"],
        error: "courier.no-photo",
      }),
    );

function FailForm({ stop, title }: { stop: CourierStop; title: string }) {
  const t = useWords("courier");
  const draft = `courier.fail.${stop.taskId}`;
  const record = useRecord(stop, () => go("/c"));
  const form = useForm({
    schema: failureOf(stop),
    initial: draftOf(draft, { reason: "", note: "", proofs: NO_PROOF.proofs }),
    onSubmit: ({ reason, note }) =>
      record.mutateAsync({ type: "fail", reason, note: note === "" ? null : note }, { draft }),
  });
  usePhoneDraft(form, draft);
  const reason = reasonOf(stop.kind, useValue(form, "reason"));
  const options = reasonsFor(stop.kind).map(({ code }) => ({
    value: code,
    label: maybeWord("deliveries", `reason.${code}`) ?? code,
  }));
  const proofs = useProofs(form, stop);
  const lacksPhoto = reason !== undefined && needsPhoto(stop, reason.code) && stop.proofs.length === 0;
  return (
    <article className="courier-page stack gap-4">
      <PageHeader back={`/c/stop/${stop.taskId}`} title={title} detail={<StopDetail stop={stop} />} />
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
        <ProofPanel
          stop={stop}
          kinds={["photo"]}
          field={proofs}
          hint={lacksPhoto ? t("refusal.no-photo") : undefined}
        />
        <FormArea
          form={form}
          name="note"
          label={t(stop.onFail?.required.includes("note") === true ? "done.note-needed" : "done.note")}
          rows={2}
        />
        <footer className="courier-actions">
          <SubmitButton form={form} size="large" full tone="danger" icon="warning">
            {t("fail.submit")}
          </SubmitButton>
        </footer>
      </FormBox>
    </article>
  );
}
