import { useEffect } from "react";
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
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { EndFields, NO_PROOF, StillMissing, endOf, endShape } from "./end-fields.tsx";

/** Handing over, with the proofs that the stop needs. A pickup that needs none is done on its own page. */
export function Done({ params }: PageProps<{ id: string }>) {
  const t = useWords("courier");
  return (
    <StopPage taskId={params.id} title={({ kind }) => t(`stop.finish.${kind}`)}>
      {(stop) => (isDoneAtOnce(stop) ? <ToStop taskId={stop.taskId} /> : <DoneForm stop={stop} />)}
    </StopPage>
  );
}

function ToStop({ taskId }: { taskId: string }) {
  useEffect(() => go(`/c/stop/${taskId}`, { replace: true }), [taskId]);
  return <Skeleton look="card" lines={5} />;
}

function DoneForm({ stop }: { stop: CourierStop }) {
  const t = useWords("courier");
  const draft = `courier.done.${stop.taskId}`;
  const record = useRecord(stop, () => go("/c"));
  const scan = useStopScan(stop);
  const form = useForm({
    schema: z.strictObject(endShape(stop)),
    initial: draftOf(draft, NO_PROOF),
    onSubmit: async (filled) => {
      await checkTypedPin({ ...stop, pin: filled.pin, room: "courier" });
      await record.mutateAsync({ type: "succeed", ...endOf(filled), ...scan.given }, { draft });
    },
  });
  usePhoneDraft(form, draft);
  return (
    <article className="courier-page stack gap-4">
      <PageHeader
        back={`/c/stop/${stop.taskId}`}
        title={t(`stop.finish.${stop.kind}`)}
        detail={<StopDetail stop={stop} />}
      />
      <FormBox form={form}>
        <EndFields form={form} stop={stop} needs={stop} />
        <footer className="courier-actions">
          <StillMissing form={form} stop={stop} needs={stop} />
          <SubmitButton form={form} size="large" full icon="check">
            {t(`stop.finish.${stop.kind}`)}
          </SubmitButton>
        </footer>
      </FormBox>
    </article>
  );
}
