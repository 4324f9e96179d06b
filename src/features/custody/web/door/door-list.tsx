import { useState } from "react";
import type { CourierDay, CourierStop } from "#features/courier/contract/api.ts";
import { judgeScan } from "#features/parcels/domain/scan.ts";
import { NeedsLine, ParcelTicks, verdictOf } from "#features/courier/web/public.ts";
import type { Ticked } from "#web/scan/ticked.ts";
import { type Form, useField } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Scanner } from "#web/scan/scanner.tsx";
import type { Verdict } from "#web/scan/scanner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { FieldNote } from "#web/ui/field-frame.tsx";

interface Chosen {
  readonly chosen: number;
}

interface DoorListProps<V extends Chosen> {
  form: Form<V>;
  here: readonly CourierStop[];
  chosen: readonly CourierStop[];
  day: CourierDay;
  ticked: Ticked;
}

const codesOf = ({ parcels }: CourierStop): string[] => parcels.map(({ code }) => code);

/** Deliveries of a door with their parcels, ticked by the camera, a typed code or by hand. */
export function DoorList<V extends Chosen>({ form, here, chosen, day, ticked }: DoorListProps<V>) {
  const t = useWords("custody");
  const courier = useWords("courier");
  const [isOpen, setOpen] = useState(false);
  // Safe: every form that is given here has a number under this name.
  const field = useField(form as unknown as Form<Chosen>, "chosen", t("door.list"));
  const all = here.flatMap(codesOf);
  const judge = (text: string): Verdict => {
    const result = judgeScan(text, { here, day: day.stops, ticked: ticked.codes });
    if (result.kind === "ticked") ticked.set([...ticked.codes, result.code]);
    return verdictOf(result, courier);
  };
  return (
    <section className="stack gap-3" aria-label={t("door.list")} id={field.id} tabIndex={-1}>
      <p aria-live="polite">{t("door.count", { n: chosen.length, all: here.length })}</p>
      {isOpen ? (
        <Scanner onText={judge} />
      ) : (
        <Button size="large" variant="tonal" full icon="camera" onClick={() => setOpen(true)}>
          {courier("scan.open")}
        </Button>
      )}
      {here.map((stop) => (
        <Card key={stop.taskId} title={<span className="serial">{stop.number}</span>} copy="courier">
          <NeedsLine stop={stop} />
          <ParcelTicks stop={stop} ticked={ticked.codes} onChange={ticked.set} />
          {chosen.includes(stop) && here.length > 1 && (
            <Button
              variant="text"
              icon="close"
              onClick={() => ticked.set(ticked.codes.filter((code) => !codesOf(stop).includes(code)))}
            >
              {t("door.leave-out")}
            </Button>
          )}
        </Card>
      ))}
      {chosen.length < here.length && (
        <Button size="large" variant="outlined" full icon="check" onClick={() => ticked.set(all)}>
          {t("door.all")}
        </Button>
      )}
      <FieldNote id={field.id} hint={t("door.hint")} error={field.error} />
    </section>
  );
}
