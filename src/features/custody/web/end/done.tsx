import { useState } from "react";
import * as z from "zod/mini";
import {
  StopDetail,
  StopPage,
  draftOf,
  isDoneAtOnce,
  usePhoneDraft,
  useRecord,
  useStopScan,
} from "#features/courier/web/public.ts";
import { checkTypedPin } from "#features/proofs/web/public.ts";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { go } from "#web/shell/navigate.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { EndFields, NO_PROOF, StillMissing, endOf, endShape } from "./end-fields.tsx";
import { endTypeOf } from "./end-type.ts";
import { ToStop } from "./to-stop.tsx";

/** Handing over, with the proofs that the stop needs. A pickup that needs none is done on its own page. */
export function Done({ params }: PageProps<{ id: string }>) {
  const t = useWords("courier");
  return (
    <StopPage taskId={params.id} title={({ kind }) => t(`stop.finish.${kind}`)}>
      {(stop) => <AtEnd key={stop.taskId} stop={stop} />}
    </StopPage>
  );
}

/** The form as the page was opened: recording it changes the stop. */
function AtEnd({ stop }: { stop: CourierStop }) {
  const [end] = useState(() => (isDoneAtOnce(stop) ? undefined : endTypeOf(stop, "failed")));
  return end === undefined ? <ToStop taskId={stop.taskId} /> : <DoneForm stop={stop} corrects={end} />;
}

function DoneForm({ stop, corrects }: { stop: CourierStop; corrects: boolean }) {
  const t = useWords("courier");
  const act = corrects ? t("correct.to-succeeded") : t(`stop.finish.${stop.kind}`);
  const draft = `courier.done.${stop.taskId}`;
  const record = useRecord(stop, () => go("/c"));
  const scan = useStopScan(stop);
  const form = useForm({
    schema: z.strictObject(endShape(stop)),
    initial: draftOf(draft, NO_PROOF),
    onSubmit: async (filled) => {
      await checkTypedPin({ ...stop, pin: filled.pin, room: "courier" });
      const end = { ...endOf(filled), ...scan.given };
      await record.mutateAsync(
        corrects ? { type: "correct", to: "succeeded", reason: null, ...end } : { type: "succeed", ...end },
        { draft },
      );
    },
  });
  usePhoneDraft(form, draft);
  return (
    <article className="courier-page stack gap-4">
      <PageHeader back={`/c/stop/${stop.taskId}`} title={act} detail={<StopDetail stop={stop} />} />
      {corrects && <Banner icon="undo">{t("correct.text-succeeded")}</Banner>}
      <FormBox form={form}>
        <EndFields form={form} stop={stop} needs={stop} />
        <footer className="courier-actions">
          <StillMissing form={form} stop={stop} needs={stop} />
          <div className="courier-main">
            <SubmitButton form={form} size="large" full icon="check">
              {act}
            </SubmitButton>
          </div>
        </footer>
      </FormBox>
    </article>
  );
}
