import { useState } from "react";
import type { ParcelInHand } from "#features/courier/contract/api.ts";
import { stillInHand } from "#features/courier/domain/in-hand.ts";
import { DayMissing, StatusLine, phone, useDay, usePhone } from "#features/courier/web/public.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { navigateLink } from "#web/map/navigate-link.ts";
import { AddressBreak } from "#web/ui/address-text.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { DayNote } from "../day-note.tsx";
import { type Place, endEntry } from "./end-entry.ts";

/** Parcels of cancelled deliveries that this courier has: where dispatch wants them, and the record that they are there. */
export function InHandPage() {
  const t = useWords("custody");
  const day = useDay();
  const { ops } = usePhone();
  if (day.isPending) return <Skeleton look="rows" lines={4} />;
  if (!day.data) return <DayMissing read={day} />;
  const here = stillInHand(day.data.inHand, ops);
  return (
    <article className="courier-page stack gap-4">
      <PageHeader back="/c" title={t("held.title")} takesFocus />
      <StatusLine />
      {here.length === 0 ? (
        <DayNote title={t("held.empty.title")} text={t("held.empty.text")} />
      ) : (
        <p>{t("held.text")}</p>
      )}
      {here.map((parcels) => (
        <InHandCard key={parcels.deliveryId} parcels={parcels} />
      ))}
    </article>
  );
}

const PLACES: readonly Place[] = ["sender", "hub"];

function InHandCard({ parcels }: { parcels: ParcelInHand }) {
  const t = useWords("custody");
  const courier = useWords("courier");
  const [takenBy, setTakenBy] = useState("");
  const [error, setError] = useState<unknown>(null);
  const { bringTo, sender, codes, number } = parcels;
  const end = async (to: Place) => {
    setError(null);
    await (await phone()).record([endEntry(parcels, to, takenBy)]);
  };
  // The place that dispatch wants is the main action; a courier who stands elsewhere records the truth.
  const places = PLACES.toSorted((a, b) => Number(b === bringTo) - Number(a === bringTo));
  return (
    <Card title={<span className="serial">{number}</span>} copy="courier">
      <Banner tone={bringTo === null ? "warning" : "info"} icon={bringTo === null ? "pause" : "route"}>
        <strong>{t(bringTo === null ? "held.wait" : `held.to-${bringTo}`)}</strong>
      </Banner>
      <p>
        <bdi>{sender.name}</bdi>
        <br />
        <AddressBreak label={sender.address.label} />
      </p>
      <ul className="foreign-codes">
        {codes.map((code) => (
          <li key={code}>
            <bdi className="serial">{code}</bdi>
          </li>
        ))}
      </ul>
      <div className="courier-reach">
        {bringTo !== "hub" && (
          <Button
            size="large"
            variant="tonal"
            icon="navigate"
            href={navigateLink(sender.address.point, navigator.userAgent)}
            target="_blank"
          >
            {courier("stop.navigate")}
          </Button>
        )}
        {sender.phone !== null && (
          <Button size="large" variant="tonal" icon="call" href={`tel:${sender.phone}`}>
            {courier("stop.call", { name: sender.name })}
          </Button>
        )}
      </div>
      <TextField label={t("held.taken-by")} value={takenBy} onChange={setTakenBy} autoComplete="off" />
      <RefusalNote error={error} />
      {places.map((to) => (
        <Button
          key={to}
          size="large"
          variant={to === bringTo ? "filled" : "outlined"}
          full
          icon="check"
          onClick={() => void end(to).catch(setError)}
        >
          {t(`held.done-${to}`)}
        </Button>
      ))}
    </Card>
  );
}
