import { useState } from "react";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { draftOf, phone } from "#features/courier/web/public.ts";
import { newId } from "#web/api/new-id.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { go } from "#web/shell/navigate.ts";
import { AddressBreak } from "#web/ui/address-text.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/choice.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { focusHeading, useFocusOnMount } from "#web/focus/focus.ts";
import { qrTextOf } from "../../contract/handover-qr.ts";
import { MOST_DELIVERIES, codeOfHash, shownCode, termsText } from "../../domain/handover-code.ts";
import { type Offer, givenEntries } from "./handover-entries.ts";
import { QrCode } from "./qr-code.tsx";

const DRAFT = "custody.give";
const NONE: { readonly offer: Offer | null } = { offer: null };

async function offerOf(stops: readonly CourierStop[]): Promise<Offer> {
  const terms = { secret: newId(), at: Date.now(), deliveryIds: stops.map(({ deliveryId }) => deliveryId) };
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(termsText(terms)));
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { ...terms, code: codeOfHash(hash) };
}

/** The giver chooses deliveries, shows the code, and says when the parcels are gone. The code outlives the page. */
export function Give({ stops }: { stops: readonly CourierStop[] }) {
  const t = useWords("custody");
  const [offer, setOffer] = useState<Offer | null>(() => draftOf(DRAFT, NONE).offer);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const offered = stops.filter(({ deliveryId }) => offer?.deliveryIds.includes(deliveryId));
  const keep = async (next: Offer | null) => {
    await (await phone()).saveDraft(DRAFT, { offer: next });
    setOffer(next);
  };
  if (stops.length === 0)
    return (
      <StateMessage kind="empty" title={t("give.empty.title")}>
        <p>{t("give.empty.text")}</p>
      </StateMessage>
    );
  if (offer && offered.length === offer.deliveryIds.length)
    return <Offered offer={offer} stops={offered} onBack={() => void keep(null).then(focusHeading)} />;
  const picked = stops.filter(({ taskId }) => chosen.includes(taskId));
  const isFull = picked.length >= MOST_DELIVERIES;
  return (
    <>
      <p>{t("give.choose", { most: MOST_DELIVERIES })}</p>
      <Card title={t("give.list")} copy="courier">
        {stops.map(({ taskId, address, contactName, number }) => (
          <Checkbox
            key={taskId}
            label={
              <span className="custody-stop">
                <AddressBreak label={address.label} />
                <span className="quiet small">
                  <bdi>{contactName}</bdi> · <bdi className="serial">{number}</bdi>
                </span>
              </span>
            }
            checked={chosen.includes(taskId)}
            disabled={isFull && !chosen.includes(taskId)}
            onChange={(isChosen) =>
              setChosen(isChosen ? [...chosen, taskId] : chosen.filter((one) => one !== taskId))
            }
          />
        ))}
      </Card>
      <footer className="courier-actions">
        <Button
          size="large"
          variant="filled"
          full
          icon="arrow-forward"
          disabled={picked.length === 0}
          onClick={() => void offerOf(picked).then(keep)}
        >
          {t("give.show", { n: picked.length })}
        </Button>
      </footer>
    </>
  );
}

interface OfferedProps {
  offer: Offer;
  stops: readonly CourierStop[];
  onBack: () => void;
}

function Offered({ offer, stops, onBack }: OfferedProps) {
  const t = useWords("custody");
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const code = useFocusOnMount<HTMLParagraphElement>();
  const give = async () => {
    setPending(true);
    try {
      await (await phone()).record(givenEntries(stops, offer, DRAFT));
      go("/c");
    } catch (problem) {
      setError(problem);
      setPending(false);
    }
  };
  return (
    <>
      <p>{t("give.text", { n: stops.length })}</p>
      <p className="custody-code serial" dir="ltr" data-testid="handover-code" ref={code} tabIndex={-1}>
        {shownCode(offer.code)}
      </p>
      <QrCode text={qrTextOf(offer.code, stops)} label={t("give.code", { code: offer.code })} />
      <ul>
        {stops.map(({ taskId, address }) => (
          <li key={taskId}>
            <AddressBreak label={address.label} />
          </li>
        ))}
      </ul>
      <Button variant="outlined" full icon="arrow-back" onClick={onBack}>
        {t("give.back")}
      </Button>
      <footer className="courier-actions">
        <RefusalNote error={error} />
        <Button
          size="large"
          variant="filled"
          full
          icon="check"
          loading={isPending}
          onClick={() => void give()}
        >
          {t("give.done")}
        </Button>
      </footer>
    </>
  );
}
