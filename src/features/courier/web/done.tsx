import { useEffect } from "react";
import * as z from "zod/mini";
import { Name, Note } from "#contract/schemas.ts";
import { FormArea, FormText } from "#web/forms/fields.tsx";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { go } from "#web/shell/navigate.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { CourierStop } from "../contract/api.ts";
import { isDoneAtOnce } from "./day-query.ts";
import { ProofPanel } from "./proof-panel.tsx";
import { useStopScan } from "./scan/use-stop-scan.ts";
import { StopDetail, StopPage } from "./stop-page.tsx";
import { draftOf, usePhoneDraft } from "./use-phone-draft.ts";
import { useProofs } from "./use-proofs.ts";
import { useRecord } from "./use-record.ts";

/** Handing over: who took it, and a photo or a signature. A stop that needs neither is done on its own page. */
export function Done({ params }: PageProps<{ id: string }>) {
  return (
    <StopPage taskId={params.id} name={({ kind }) => `stop.finish.${kind}`}>
      {(stop) => (isDoneAtOnce(stop) ? <ToStop taskId={stop.taskId} /> : <DoneForm stop={stop} />)}
    </StopPage>
  );
}

function ToStop({ taskId }: { taskId: string }) {
  useEffect(() => go(`/c/stop/${taskId}`, { replace: true }), [taskId]);
  return <Skeleton look="card" lines={5} />;
}

/** @param asks for a photo or a signature */
const handover = (asks: boolean) =>
  z.strictObject({
    recipientName: Name,
    note: Note,
    proofs: z.number().check(z.refine((kept) => kept > 0 || !asks, "courier.no-proof")),
  });

function DoneForm({ stop }: { stop: CourierStop }) {
  const t = useWords("courier");
  const draft = `courier.done.${stop.taskId}`;
  const record = useRecord(stop, () => go("/c"));
  const scan = useStopScan(stop);
  const asks = stop.required.includes("photo_or_signature");
  const form = useForm({
    schema: handover(asks),
    initial: draftOf(draft, { recipientName: "", note: "", proofs: 0 }),
    onSubmit: ({ recipientName, note }) =>
      record.mutateAsync(
        { type: "succeed", recipientName, note: note === "" ? null : note, ...scan.given },
        { draft },
      ),
  });
  usePhoneDraft(form, draft);
  const proofs = useProofs(form, stop);
  const hint = asks && stop.proofs.length === 0 ? t("refusal.no-proof") : undefined;
  return (
    <article className="courier-page stack gap-4">
      <PageHeader
        back={`/c/stop/${stop.taskId}`}
        title={t(`stop.finish.${stop.kind}`)}
        detail={<StopDetail stop={stop} />}
      />
      <FormBox form={form}>
        <FormText
          form={form}
          name="recipientName"
          label={t("done.name")}
          hint={t("done.name-hint")}
          autoComplete="off"
        />
        <ProofPanel stop={stop} kinds={["photo", "signature"]} field={proofs} hint={hint} />
        <FormArea form={form} name="note" label={t("done.note")} rows={2} />
        <footer className="courier-actions">
          <SubmitButton form={form} size="large" full icon="check">
            {t(`stop.finish.${stop.kind}`)}
          </SubmitButton>
        </footer>
      </FormBox>
    </article>
  );
}
