import * as z from "zod/mini";
import { Name, Note } from "#contract/schemas.ts";
import { FormArea, FormText } from "#web/forms/fields.tsx";
import { forgetDraft } from "#web/forms/draft.ts";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { go } from "#web/shell/navigate.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { CourierStop } from "../contract/api.ts";
import { proofIdsOf } from "../domain/proofs.ts";
import { ProofPanel } from "./proof-panel.tsx";
import { StopPage } from "./stop-page.tsx";
import { useRecord } from "./use-record.ts";

/** Handing over: who took it, and a photo or a signature. */
export function Done({ params }: PageProps<{ id: string }>) {
  return (
    <StopPage taskId={params.id} name="done.title">
      {(stop) => <DoneForm stop={stop} />}
    </StopPage>
  );
}

const Handover = z.strictObject({ recipientName: Name, note: Note });

function DoneForm({ stop }: { stop: CourierStop }) {
  const t = useWords("courier");
  const draft = `courier.done.${stop.taskId}`;
  const record = useRecord(stop, () => {
    forgetDraft(draft);
    go("/c");
  });
  const form = useForm({
    schema: Handover,
    initial: { recipientName: "", note: "" },
    draft,
    onSubmit: async ({ recipientName, note }) => {
      await record.mutateAsync({
        type: "succeed",
        recipientName,
        note: note === "" ? null : note,
        proofIds: proofIdsOf(stop.proofs),
      });
    },
  });
  const missing = stop.required.includes("photo_or_signature") && stop.proofs.length === 0;
  return (
    <article className="courier-page stack gap-4">
      <PageHeader
        back={`/c/stop/${stop.taskId}`}
        title={t("done.title")}
        detail={`${stop.address.label} · ${stop.contactName}`}
      />
      <FormBox form={form}>
        <FormText
          form={form}
          name="recipientName"
          label={t("done.name")}
          hint={t("done.name-hint")}
          autoComplete="off"
        />
        <ProofPanel stop={stop} kinds={["photo", "signature"]} />
        <FormArea form={form} name="note" label={t("done.note")} rows={2} />
        <footer className="courier-actions">
          {missing && <Banner tone="warning">{t("done.missing")}</Banner>}
          <SubmitButton form={form} size="large" full icon="check">
            {t(`stop.finish.${stop.kind}`)}
          </SubmitButton>
        </footer>
      </FormBox>
    </article>
  );
}
