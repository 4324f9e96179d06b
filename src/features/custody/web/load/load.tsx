import { useState } from "react";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Scanner } from "#web/scan/scanner.tsx";
import type { Verdict } from "#web/scan/scanner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { CourierDay } from "#features/courier/contract/api.ts";
import { judgeScan, toLoad, unticked } from "#features/parcels/domain/scan.ts";
import { DayMissing, StatusLine, phone, useDay, verdictOf } from "#features/courier/web/public.ts";
import { useTicked } from "#web/scan/ticked.ts";
import { DayNote } from "../day-note.tsx";
import { checkEntries } from "./check-entries.ts";
import { ForeignList } from "./foreign-list.tsx";
import { LoadStop } from "./load-stop.tsx";
import { LoadSummary } from "./load-summary.tsx";

/** Start of the shift: the courier compares what lies in the vehicle with what today's stops need. */
export function Load() {
  const t = useWords("custody");
  const day = useDay();
  if (day.isPending) return <Skeleton look="rows" lines={6} />;
  if (!day.data) return <DayMissing read={day} />;
  if (toLoad(day.data.stops).length === 0)
    return (
      <div className="courier-day">
        <StatusLine />
        <DayNote page title={t("load.empty.title")} text={t("load.empty.text")} />
      </div>
    );
  return <LoadCheck day={day.data} />;
}

function LoadCheck({ day }: { day: CourierDay }) {
  const t = useWords("custody");
  const courier = useWords("courier");
  const here = toLoad(day.stops);
  const ticked = useTicked(`load.${day.date}`);
  const foreign = useTicked(`foreign.${day.date}`);
  const [error, setError] = useState<unknown>(null);
  const [step, setStep] = useState<"list" | "scan" | "summary">("list");
  const judge = (text: string): Verdict => {
    const result = judgeScan(text, { here, day: day.stops, ticked: ticked.codes });
    if (result.kind === "ticked") ticked.set([...ticked.codes, result.code]);
    if (result.kind === "foreign" && !foreign.codes.includes(result.code))
      foreign.set([...foreign.codes, result.code]);
    return verdictOf(result, courier);
  };
  const all = here.reduce((sum, { parcels }) => sum + parcels.length, 0);
  const missing = here.reduce((sum, stop) => sum + unticked(stop, ticked.codes).length, 0);
  const [isAsking, setAsking] = useState(false);
  const finish = async () => {
    setAsking(false);
    setError(null);
    try {
      await (await phone()).record(checkEntries(day.date, here, ticked.codes, foreign.codes));
      setStep("summary");
    } catch (problem) {
      setError(problem);
    }
  };
  if (step === "summary")
    return (
      <LoadSummary
        stops={here}
        ticked={ticked.codes}
        foreign={foreign.codes}
        onBack={() => setStep("list")}
      />
    );
  return (
    <article className="courier-page stack gap-4">
      <PageHeader back="/c" title={t("load.title")} detail={t("load.count", { n: all - missing, all })} />
      <StatusLine />
      {step === "scan" ? (
        <Scanner onText={judge} />
      ) : (
        <Button size="large" variant="tonal" full icon="camera" onClick={() => setStep("scan")}>
          {courier("scan.open")}
        </Button>
      )}
      <ForeignList codes={foreign.codes} onChange={foreign.set} />
      {here.map((stop) => (
        <LoadStop key={stop.taskId} stop={stop} ticked={ticked.codes} onChange={ticked.set} />
      ))}
      <footer className="courier-actions">
        <RefusalNote error={error} />
        <Button
          size="large"
          variant="filled"
          full
          icon="check"
          onClick={() => (missing === all ? setAsking(true) : void finish())}
        >
          {t("load.finish")}
        </Button>
      </footer>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t("load.nothing")}
        actions={
          <>
            <Button variant="text" onClick={() => void finish()}>
              {t("load.all-missing")}
            </Button>
            <Button variant="filled" onClick={() => setAsking(false)}>
              {t("load.again")}
            </Button>
          </>
        }
      >
        <p>{t("load.nothing-text")}</p>
      </Dialog>
    </article>
  );
}
