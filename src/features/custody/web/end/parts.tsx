import { useState } from "react";
import * as z from "zod/mini";
import type { CourierDay, CourierStop } from "#features/courier/contract/api.ts";
import { newestOf } from "#features/courier/domain/proofs.ts";
import { judgeScan } from "#features/courier/domain/scan.ts";
import {
  StopDetail,
  StopPage,
  draftOf,
  isAhead,
  usePhoneDraft,
  useRecord,
  useStopScan,
  verdictOf,
} from "#features/courier/web/public.ts";
import { NO_PARTS, PartList, leftIn, movedIn, movedWith, partsShape } from "#features/parcels/web/public.ts";
import { checkTypedPin } from "#features/proofs/web/public.ts";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { type Form, useForm, useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Scanner } from "#web/scan/scanner.tsx";
import type { Verdict } from "#web/scan/scanner.tsx";
import { go } from "#web/shell/navigate.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { EndFields, NO_PROOF, StillMissing, endOf, endShape } from "./end-fields.tsx";
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
  const [isOpen] = useState(() => isAhead(stop) && !stop.blocked && stop.kind !== "return");
  return isOpen ? <PartForm stop={stop} day={day} /> : <ToStop taskId={stop.taskId} />;
}

const hasPhoto = (kinds: string): boolean => kinds.includes("photo");

const shapeOf = (stop: CourierStop) =>
  z
    .strictObject({ ...endShape(stop), parts: partsShape(stop.parcels.map(({ code }) => code)) })
    .check(
      z.refine(
        ({ parts, proofs }) => hasPhoto(proofs) || leftIn(parts).every(({ how }) => how !== "damaged"),
        { path: ["proofs"], error: "courier.no-photo" },
      ),
    );

function PartForm({ stop, day }: { stop: CourierStop; day: CourierDay }) {
  const t = useWords("parcels");
  const draft = `courier.parts.${stop.taskId}`;
  const record = useRecord(stop, () => go("/c"));
  const scan = useStopScan(stop);
  const form = useForm({
    schema: shapeOf(stop),
    initial: draftOf(draft, { ...NO_PROOF, parts: NO_PARTS }),
    onSubmit: async ({ parts, ...filled }) => {
      await checkTypedPin({ ...stop, pin: filled.pin, room: "courier" });
      const photo = newestOf(stop.proofs, "photo");
      const left = leftIn(parts).map((one) => ({
        ...one,
        proofIds: one.how === "damaged" && photo ? [photo.id] : [],
      }));
      const end = { ...endOf(filled), ...scan.given, ...(left.length > 0 && { left }) };
      await record.mutateAsync({ type: "succeed", ...end }, { draft });
    },
  });
  usePhoneDraft(form, draft);
  const parts = useValue(form, "parts");
  const isDamaged = leftIn(parts).some(({ how }) => how === "damaged");
  const needs = isDamaged ? { ...stop, required: [...new Set([...stop.required, "photo" as const])] } : stop;
  return (
    <article className="courier-page stack gap-4">
      <PageHeader
        back={`/c/stop/${stop.taskId}`}
        title={t("part.title")}
        detail={<StopDetail stop={stop} />}
      />
      <PartScan stop={stop} day={day} form={form} />
      <FormBox form={form}>
        <PartList form={form} kind={stop.kind} parcels={stop.parcels} />
        <EndFields form={form} stop={stop} needs={needs} />
        <footer className="courier-actions">
          <StillMissing form={form} stop={stop} needs={needs} />
          <div className="courier-main">
            <SubmitButton form={form} size="large" full icon="check">
              {t(`part.submit.${stop.kind === "collect" ? "collect" : "deliver"}`, {
                n: movedIn(parts).length,
              })}
            </SubmitButton>
          </div>
          <div className="courier-apart">
            <Button variant="text" tone="danger" icon="warning" href={`/c/stop/${stop.taskId}/fail`}>
              {t("part.none")}
            </Button>
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
