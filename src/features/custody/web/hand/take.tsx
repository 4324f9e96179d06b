import { useState } from "react";
import { phone } from "#features/courier/web/public.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Scanner } from "#web/scan/scanner.tsx";
import type { Verdict } from "#web/scan/scanner.tsx";
import { go } from "#web/shell/navigate.ts";
import { AddressBreak } from "#web/ui/address-text.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { useFocusOnMount } from "#web/focus/focus.ts";
import { type ReadHandover, readQrText } from "../../contract/handover-qr.ts";
import { parseHandoverCode } from "../../domain/handover-code.ts";
import { takenEntries } from "./handover-entries.ts";

/** A scanned code names the parcels; digits that were typed are only the code. */
function readText(text: string): ReadHandover | undefined {
  const scanned = readQrText(text);
  const code = parseHandoverCode(scanned?.code ?? text);
  return code === undefined ? undefined : (scanned ?? { code, parcels: [] });
}

/** The taker scans or types the giver's code, and says that the parcels are here. */
export function Take() {
  const t = useWords("custody");
  const [read, setRead] = useState<ReadHandover>();
  if (read) return <Taken read={read} onBack={() => setRead(undefined)} />;
  const judge = (text: string): Verdict => {
    const found = readText(text);
    if (!found) return { kind: "wrong", text: t("take.no-code") };
    setRead(found);
    return { kind: "good", text: t("take.read") };
  };
  return (
    <>
      <p>{t("take.text")}</p>
      <Scanner
        onText={judge}
        typed={{ label: t("take.digits"), hint: t("take.digits-hint"), first: t("take.digits-first") }}
      />
    </>
  );
}

function Taken({ read, onBack }: { read: ReadHandover; onBack: () => void }) {
  const t = useWords("custody");
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const take = async () => {
    setPending(true);
    try {
      await (await phone()).record(takenEntries(read));
      go("/c");
    } catch (problem) {
      setError(problem);
      setPending(false);
    }
  };
  const done = useFocusOnMount<HTMLElement>();
  const { parcels } = read;
  const stops = parcels.flatMap(({ stop }) => stop ?? []);
  return (
    <>
      {parcels.length > 0 && (
        <Card title={t("take.list", { n: parcels.length })} copy="courier">
          <ul className="custody-list">
            {stops.map(({ taskId, address, contactName, number }) => (
              <li key={taskId} className="custody-stop">
                <AddressBreak label={address.label} />
                <span className="quiet small">
                  <bdi>{contactName}</bdi> · <bdi className="serial">{number}</bdi>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {stops.length < Math.max(parcels.length, 1) && <Banner tone="info">{t("take.later")}</Banner>}
      <footer className="courier-actions">
        <RefusalNote error={error} />
        <Button
          size="large"
          variant="filled"
          full
          icon="check"
          ref={done}
          loading={isPending}
          onClick={() => void take()}
        >
          {t("take.done")}
        </Button>
        <Button variant="text" full icon="arrow-back" onClick={onBack}>
          {t("take.back")}
        </Button>
      </footer>
    </>
  );
}
