import { type ReactNode, useState } from "react";
import type { ParcelInHand } from "#features/courier/contract/api.ts";
import { stillInHand } from "#features/courier/domain/in-hand.ts";
import {
  ContactLinks,
  DayMissing,
  StatusLine,
  phone,
  useDay,
  usePhone,
} from "#features/courier/web/public.ts";
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
  const { takers, setTaker, failed, end } = useEnds();
  if (day.isPending) return <Skeleton look="rows" lines={4} />;
  if (!day.data) return <DayMissing read={day} />;
  const here = stillInHand(day.data.inHand, ops);
  const next = here.find(({ bringTo }) => bringTo !== null);
  const errorOf = ({ deliveryId }: ParcelInHand) => (failed?.deliveryId === deliveryId ? failed.error : null);
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
        <InHandCard key={parcels.deliveryId} parcels={parcels}>
          <TextField
            label={t("held.taken-by")}
            value={takers[parcels.deliveryId] ?? ""}
            onChange={(name) => setTaker(parcels, name)}
            autoComplete="off"
          />
          {parcels !== next && <RefusalNote error={errorOf(parcels)} />}
          {PLACES.filter((to) => parcels !== next || to !== parcels.bringTo).map((to) => (
            <Button
              key={to}
              size="large"
              variant={to === parcels.bringTo ? "tonal" : "outlined"}
              full
              icon="check"
              onClick={() => end(parcels, to)}
            >
              {t(`held.done-${to}`)}
            </Button>
          ))}
        </InHandCard>
      ))}
      {next?.bringTo && (
        <footer className="courier-actions">
          <RefusalNote error={errorOf(next)} />
          <Button
            size="large"
            variant="filled"
            full
            icon="check"
            onClick={() => next.bringTo && end(next, next.bringTo)}
          >
            {t(`held.done-${next.bringTo}`)}
            {here.length > 1 && (
              <>
                {" · "}
                <span className="serial">{next.number}</span>
              </>
            )}
          </Button>
        </footer>
      )}
    </article>
  );
}

/** A courier who stands elsewhere than dispatch wants records the truth. */
const PLACES: readonly Place[] = ["sender", "hub"];

/** Names of whoever takes parcels, by delivery, and the record that they did. */
function useEnds() {
  const [takers, setTakers] = useState<Readonly<Record<string, string>>>({});
  const [failed, setFailed] = useState<{ deliveryId: string; error: unknown }>();
  const end = (parcels: ParcelInHand, to: Place): void => {
    const { deliveryId } = parcels;
    setFailed(undefined);
    phone()
      .then((one) => one.record([endEntry(parcels, to, takers[deliveryId] ?? "")]))
      .catch((error: unknown) => setFailed({ deliveryId, error }));
  };
  const setTaker = ({ deliveryId }: ParcelInHand, name: string) =>
    setTakers((all) => ({ ...all, [deliveryId]: name }));
  return { takers, setTaker, failed, end };
}

function InHandCard({ parcels, children }: { parcels: ParcelInHand; children: ReactNode }) {
  const t = useWords("custody");
  const courier = useWords("courier");
  const { bringTo, sender, codes, number } = parcels;
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
        <ContactLinks name={sender.name} number={sender.phone} />
      </div>
      {children}
    </Card>
  );
}
