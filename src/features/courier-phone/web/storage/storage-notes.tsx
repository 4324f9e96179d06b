import { useState } from "react";
import { phone, phoneView, usePhone } from "#features/courier/web/public.ts";
import { useWords } from "#web/i18n/words.ts";
import { InstallHint } from "#web/install/install-hint.tsx";
import { unmarkMap } from "#web/map/kept/map-cache.ts";
import "#web/phone/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { MakeRoom } from "./make-room.tsx";
import { NotKept } from "./not-kept.tsx";

/** Faults of storage and clock, each with the way out of it, and the home screen; the status line says that the phone is full. */
export function StorageNotes() {
  const t = useWords("phone");
  const { warnings } = usePhone();
  return (
    <>
      <NotKept />
      {warnings.includes("nearly-full") && (
        <Banner tone="warning">
          {t("room.near")}
          <MakeRoom />
        </Banner>
      )}
      {warnings.includes("map-gone") && <MapGone />}
      <Clock isOff={warnings.includes("clock-off")} />
      {!warnings.includes("not-kept") && (
        <InstallHint text={t("install.text")} show={t("install.show")} later={t("install.later")} />
      )}
    </>
  );
}

/** The map was given up for room: said until the courier has seen it. */
function MapGone() {
  const t = useWords("phone");
  const [isSeen, setSeen] = useState(false);
  const see = () => {
    unmarkMap();
    setSeen(true);
  };
  if (isSeen) return null;
  return (
    <Banner icon="map">
      <div className="stack gap-2">
        <p>{t("map.gone")}</p>
        <Button variant="outlined" icon="check" onClick={see}>
          {t("map.seen")}
        </Button>
      </div>
    </Banner>
  );
}

function Clock({ isOff }: { isOff: boolean }) {
  const t = useWords("phone");
  const [state, setState] = useState<"unasked" | "asking" | "compared" | "no-answer">("unasked");
  const ask = async () => {
    setState("asking");
    setState((await isCompared()) ? "compared" : "no-answer");
  };
  if (!isOff) return state === "compared" && <Done text={t("clock.right")} />;
  return (
    <Banner tone="warning" icon="clock">
      {t("clock.off")}
      <div className="stack gap-2">
        <p role="status">
          {state === "compared" && t("clock.still")}
          {state === "no-answer" && t("clock.no-answer")}
        </p>
        <Button variant="outlined" icon="refresh" loading={state === "asking"} onClick={() => void ask()}>
          {t("clock.again")}
        </Button>
      </div>
    </Banner>
  );
}

const Done = ({ text }: { text: string }) => (
  <div role="status">
    <Banner tone="done">{text}</Banner>
  </div>
);

/** A call over a bad line takes longer; the next one compares the clocks then. */
const MOST_MS = 10_000;
const STEP_MS = 100;

/** Sends a call, whose answer compares the clocks. @returns whether one came */
async function isCompared(): Promise<boolean> {
  const before = phoneView();
  (await phone()).refresh();
  for (let passed = 0; passed < MOST_MS; passed += STEP_MS) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    const now = phoneView();
    if (now.asOf !== before.asOf) return true;
    if (now !== before && now.end === "no-network") return false;
  }
  return false;
}
