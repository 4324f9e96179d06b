import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { Name, Note } from "#contract/schemas.ts";
import type { CourierDay, CourierStop } from "#features/courier/contract/api.ts";
import { doorOf } from "#features/courier/domain/door.ts";
import { unticked } from "#features/courier/domain/scan.ts";
import {
  ProofPanel,
  StopDetail,
  StopPage,
  draftOf,
  isDoneAtOnce,
  usePhoneDraft,
  useProofs,
  useTicked,
} from "#features/courier/web/public.ts";
import { FormArea, FormText } from "#web/forms/fields.tsx";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { go } from "#web/shell/navigate.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { DoorList } from "./door-list.tsx";
import { recordDoor } from "./record-door.ts";

/** Several deliveries at one door: one name and one picture for all that are ticked. */
export function Door({ params }: PageProps<{ id: string }>) {
  return (
    <StopPage taskId={params.id} name={({ kind }) => `stop.finish.${kind}`}>
      {(stop, day) => <AtDoor key={stop.taskId} stop={stop} day={day} />}
    </StopPage>
  );
}

interface AtDoorProps {
  readonly stop: CourierStop;
  readonly day: CourierDay;
}

/** Stops of the door as it was opened: one that ends meanwhile stays on the page and is not recorded again. */
function AtDoor({ stop, day }: AtDoorProps) {
  const [opened] = useState(() => new Set(doorOf(day.stops, stop).map(({ taskId }) => taskId)));
  const isAlone = opened.size < 2;
  useEffect(() => {
    if (isAlone) go(`/c/stop/${stop.taskId}`, { replace: true });
  }, [isAlone, stop.taskId]);
  if (isAlone) return <Skeleton look="card" lines={5} />;
  return <DoorForm stop={stop} day={day} here={day.stops.filter(({ taskId }) => opened.has(taskId))} />;
}

/** @param isPlain nothing has to be shown for it: no name and no picture */
const handover = ({ asks, isPlain }: { readonly asks: boolean; readonly isPlain: boolean }) =>
  z.strictObject({
    recipientName: isPlain ? z.string() : Name,
    note: Note,
    proofs: z.number().check(z.refine((kept) => kept > 0 || !asks, "courier.no-proof")),
    chosen: z.number().check(z.refine((count) => count > 0, "custody.nothing-chosen")),
  });

function DoorForm({ stop, day, here }: AtDoorProps & { readonly here: readonly CourierStop[] }) {
  const t = useWords("custody");
  const courier = useWords("courier");
  const draft = `custody.door.${stop.taskId}`;
  const ticked = useTicked(`door.${stop.taskId}`);
  const open = new Set(doorOf(day.stops, stop).map(({ taskId }) => taskId));
  const chosen = here.filter((one) => open.has(one.taskId) && unticked(one, ticked.codes).length === 0);
  const asks = chosen.some(({ required }) =>
    required.some((need) => need === "photo_or_signature" || need === "photo" || need === "signature"),
  );
  const isPlain = here.every(isDoneAtOnce);
  const form = useForm({
    schema: handover({ asks, isPlain }),
    initial: draftOf(draft, { recipientName: "", note: "", proofs: 0, chosen: 0 }),
    onSubmit: async ({ recipientName, note }) => {
      await recordDoor(stop, chosen, {
        recipientName: isPlain ? null : recipientName,
        note: note === "" ? null : note,
        draft,
      });
      go("/c");
    },
  });
  usePhoneDraft(form, draft);
  useEffect(() => form.set("chosen", chosen.length), [form, chosen.length]);
  const proofs = useProofs(form, stop);
  const hint = asks && stop.proofs.length === 0 ? courier("refusal.no-proof") : undefined;
  return (
    <article className="courier-page stack gap-4">
      <PageHeader
        back={`/c/stop/${stop.taskId}`}
        title={t("door.title")}
        detail={<StopDetail stop={stop} />}
      />
      <FormBox form={form}>
        <DoorList form={form} here={here} day={day} chosen={chosen} ticked={ticked} />
        {!isPlain && (
          <>
            <FormText
              form={form}
              name="recipientName"
              label={courier("done.name")}
              hint={courier("done.name-hint")}
              autoComplete="off"
            />
            <ProofPanel stop={stop} kinds={["photo", "signature"]} field={proofs} hint={hint} />
          </>
        )}
        <FormArea form={form} name="note" label={courier("done.note")} rows={2} />
        <footer className="courier-actions">
          <SubmitButton form={form} size="large" full icon="check">
            {t(`door.finish.${stop.kind}`, { n: chosen.length })}
          </SubmitButton>
        </footer>
      </FormBox>
    </article>
  );
}
