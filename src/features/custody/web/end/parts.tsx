import { useState } from "react";
import * as z from "zod/mini";
import type { CourierDay, CourierStop } from "#features/courier/contract/api.ts";
import { judgeScan } from "#features/parcels/domain/scan.ts";
import {
  StopDetail,
  StopPage,
  draftOf,
  usePhoneDraft,
  useRecord,
  useStopScan,
  verdictOf,
} from "#features/courier/web/public.ts";
import { reasonOfLeft } from "#features/parcels/domain/left.ts";
import { NO_PARTS, PartList, leftIn, movedIn, movedWith, partsShape } from "#features/parcels/web/public.ts";
import type { Needs } from "#features/proofs/domain/needs.ts";
import { checkTypedPin } from "#features/proofs/web/public.ts";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { type Form, useForm, useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Scanner } from "#web/scan/scanner.tsx";
import type { Verdict } from "#web/scan/scanner.tsx";
import { go } from "#web/shell/navigate.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { DamagePhoto } from "./damage-photo.tsx";
import { EndFields, NO_PROOF, StillMissing, endOf, endShape } from "./end-fields.tsx";
import { partTypeOf } from "./end-type.ts";
import { ToStop } from "./to-stop.tsx";

/** Handing over some parcels of a stop, and saying of each other one why it stayed. */
export function Parts({ params }: PageProps<{ id: string }>) {
  const t = useWords("parcels");
  return (
    <StopPage taskId={params.id} title={() => t("part.title")}>
      {(stop, day) => <AtEnd key={stop.taskId} stop={stop} day={day} />}
    </StopPage>
  );
}

/** The form as the page was opened: recording it changes the stop. */
function AtEnd({ stop, day }: { stop: CourierStop; day: CourierDay }) {
  const [corrects] = useState(() => partTypeOf(stop));
  if (corrects === undefined) return <ToStop taskId={stop.taskId} />;
  return <PartForm stop={stop} day={day} corrects={corrects} />;
}

/** Proofs of the handover stand when it is corrected: nothing is asked for twice. */
const KEPT: Needs = { required: [], preferred: [] };

interface PartFormProps {
  stop: CourierStop;
  day: CourierDay;
  corrects: boolean;
}

function PartForm({ stop, day, corrects }: PartFormProps) {
  const t = useWords("parcels");
  const draft = `courier.parts.${stop.taskId}`;
  const needs = corrects ? KEPT : stop;
  const record = useRecord(stop, () => go("/c"));
  const scan = useStopScan(stop);
  const codes = stop.parcels.map(({ code }) => code);
  const form = useForm({
    schema: z.strictObject({ ...endShape(needs), parts: partsShape(codes, corrects) }),
    initial: draftOf(draft, { ...NO_PROOF, parts: NO_PARTS }),
    onSubmit: async ({ parts, ...filled }) => {
      const left = leftIn(parts);
      const end = { ...endOf(filled), ...scan.given, ...(left.length > 0 && { left }) };
      if (corrects) {
        const { reason } = reasonOfLeft(stop.kind, left);
        return record.mutateAsync({ type: "correct", to: "failed", reason, ...end }, { draft });
      }
      await checkTypedPin({ ...stop, pin: filled.pin, room: "courier" });
      return record.mutateAsync({ type: "succeed", ...end }, { draft });
    },
  });
  usePhoneDraft(form, draft);
  const end = stop.kind === "collect" ? "collect" : "deliver";
  const moved = movedIn(useValue(form, "parts")).length;
  return (
    <article className="courier-page stack gap-4">
      <PageHeader
        back={`/c/stop/${stop.taskId}`}
        title={t("part.title")}
        detail={<StopDetail stop={stop} />}
      />
      {corrects ? (
        <Banner icon="undo">{t("part.correct")}</Banner>
      ) : (
        <PartScan stop={stop} day={day} form={form} />
      )}
      <FormBox form={form}>
        <PartList form={form} stop={stop} Photo={DamagePhoto} />
        {moved > 0 && <EndFields form={form} stop={stop} needs={needs} />}
        <footer className="courier-actions">
          {moved > 0 && <StillMissing form={form} stop={stop} needs={needs} />}
          <div className="courier-main">
            {moved > 0 ? (
              <SubmitButton form={form} size="large" full icon="check">
                {t(`part.submit.${end}`, { n: moved })}
              </SubmitButton>
            ) : (
              <Button
                size="large"
                variant="filled"
                tone="danger"
                full
                icon="warning"
                href={`/c/stop/${stop.taskId}/fail`}
              >
                {t(`part.none.${end}`)}
              </Button>
            )}
          </div>
        </footer>
      </FormBox>
    </article>
  );
}

interface PartScanProps<V extends { parts: string }> {
  stop: CourierStop;
  day: CourierDay;
  form: Form<V>;
}

/** Camera that marks the parcel of each label as changing hands. */
function PartScan<V extends { parts: string }>({ stop, day, form: given }: PartScanProps<V>) {
  const courier = useWords("courier");
  const [isOpen, setOpen] = useState(false);
  const scan = useStopScan(stop);
  // Safe: the form has this text.
  const form = given as unknown as Form<{ parts: string }>;
  const judge = (text: string): Verdict => {
    const result = judgeScan(text, { here: [stop], day: day.stops, ticked: scan.codes });
    if (result.kind === "ticked") scan.setCodes([...scan.codes, result.code]);
    if (result.kind === "ticked" || result.kind === "again")
      form.set("parts", movedWith(form.values().parts, result.code));
    return verdictOf(result, courier);
  };
  return isOpen ? (
    <Scanner onText={judge} />
  ) : (
    <Button size="large" variant="tonal" full icon="camera" onClick={() => setOpen(true)}>
      {courier("scan.open")}
    </Button>
  );
}
