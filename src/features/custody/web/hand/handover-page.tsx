import { useState } from "react";
import { DayMissing, StatusLine, useDay } from "#features/courier/web/public.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { givable } from "../../domain/givable.ts";
import { Give } from "./give.tsx";
import { Take } from "./take.tsx";
import "./hand.css";

/** Parcels that go from this courier to a colleague, or from a colleague to this one. */
export function Handover() {
  const t = useWords("custody");
  const day = useDay();
  const [side, setSide] = useState<"give" | "take">();
  if (day.isPending) return <Skeleton look="rows" lines={4} />;
  if (!day.data) return <DayMissing read={day} />;
  return (
    <article className="courier-page stack gap-4">
      <PageHeader
        back="/c"
        title={t(side === undefined ? "hand.title" : `hand.${side}`)}
        takesFocus={side !== undefined}
      />
      <StatusLine />
      {side === undefined && (
        <>
          <p>{t("hand.text")}</p>
          <footer className="courier-actions">
            <Button size="large" variant="filled" full icon="upload" onClick={() => setSide("give")}>
              {t("hand.give")}
            </Button>
            <Button size="large" variant="tonal" full icon="camera" onClick={() => setSide("take")}>
              {t("hand.take")}
            </Button>
          </footer>
        </>
      )}
      {side === "give" && <Give stops={givable(day.data.stops)} />}
      {side === "take" && <Take />}
    </article>
  );
}
