import { useEffect, useState } from "react";
import * as z from "zod/mini";
import type { CourierDay, CourierStop } from "#features/courier/contract/api.ts";
import { doorOf } from "#features/proofs/domain/door.ts";
import { unticked } from "#features/parcels/domain/scan.ts";
import { StopDetail, StopPage, draftOf, usePhoneDraft } from "#features/courier/web/public.ts";
import { useTicked } from "#web/scan/ticked.ts";
import { PROOF_NEEDS, type Needs } from "#features/proofs/domain/needs.ts";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { go } from "#web/shell/navigate.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { strictest } from "../../domain/door-needs.ts";
import { EndFields, NO_PROOF, StillMissing, endOf, endShape } from "../end/end-fields.tsx";
import { DoorAlone, DoorNeeds } from "./door-needs.tsx";
import { DoorList } from "./door-list.tsx";
import { recordDoor } from "./record-door.ts";

/** Several deliveries at one door: one name and one picture for all that are ticked. */
export function Door({ params }: PageProps<{ id: string }>) {
  const tc = useWords("courier");
  return (
    <StopPage taskId={params.id} title={({ kind }) => tc(`stop.finish.${kind}`)}>
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

const handover = (needs: Needs) =>
  z.strictObject({
    ...endShape(needs),
    chosen: z.number().check(z.refine((count) => count > 0, "custody.nothing-chosen")),
    asks: z.string(),
  });

/** Checks the inputs by what the chosen deliveries ask for, which is one of the inputs. */
const schema = {
  safeParse(input: unknown) {
    const { asks } = z.parse(z.object({ asks: z.string() }), input);
    const required = PROOF_NEEDS.filter((need) => asks.split(",").includes(need));
    return handover({ required, preferred: [] }).safeParse(input);
  },
};

function DoorForm({ stop, day, here }: AtDoorProps & { readonly here: readonly CourierStop[] }) {
  const t = useWords("custody");
  const draft = `custody.door.${stop.taskId}`;
  const ticked = useTicked(`door.${stop.taskId}`);
  const open = new Set(doorOf(day.stops, stop).map(({ taskId }) => taskId));
  const chosen = here.filter((one) => open.has(one.taskId) && unticked(one, ticked.codes).length === 0);
  const recorded = chosen.length > 0 ? chosen : here.filter((one) => open.has(one.taskId));
  const needs = strictest(recorded);
  const asks = needs.required.join(",");
  const form = useForm({
    schema,
    initial: draftOf(draft, { ...NO_PROOF, chosen: 0, asks }),
    onSubmit: async (filled) => {
      await recordDoor(stop, chosen, { ...endOf(filled), draft });
      go("/c");
    },
  });
  usePhoneDraft(form, draft);
  useEffect(() => form.set("chosen", chosen.length), [form, chosen.length]);
  useEffect(() => form.set("asks", asks), [form, asks]);
  return (
    <article className="courier-page stack gap-4">
      <PageHeader
        back={`/c/stop/${stop.taskId}`}
        title={t("door.title")}
        detail={<StopDetail stop={stop} />}
      />
      <FormBox form={form}>
        <DoorList form={form} here={here} day={day} chosen={chosen} ticked={ticked} />
        <DoorAlone stop={stop} day={day} />
        <DoorNeeds stops={recorded} />
        <EndFields form={form} stop={stop} needs={needs} />
        <footer className="courier-actions">
          <StillMissing form={form} stop={stop} needs={needs} />
          <div className="courier-main">
            <SubmitButton form={form} size="large" full icon="check">
              {t(`door.finish.${stop.kind}`, { n: chosen.length })}
            </SubmitButton>
          </div>
        </footer>
      </FormBox>
    </article>
  );
}
