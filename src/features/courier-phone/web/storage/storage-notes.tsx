import { useState } from "react";
import { phone, phoneView, usePhone } from "#features/courier/web/public.ts";
import { useWords } from "#web/i18n/words.ts";
import { dropMap, unmarkMap } from "#web/map/kept/map-cache.ts";
import "#web/phone/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";

/** Faults of storage and clock, each with the way out of it; the status line says on every page that the phone is full. */
export function StorageNotes() {
  const own = useWords("courier-phone");
  const { warnings } = usePhone();
  return (
    <>
      {warnings.includes("not-kept") && (
        <Banner
          tone="warning"
          actions={
            <Button variant="text" icon="home" href="/c/install">
              {own("out.not-kept-do")}
            </Button>
          }
        >
          {own("out.not-kept")}
        </Banner>
      )}
      <Room isShort={warnings.includes("nearly-full")} />
      {warnings.includes("map-gone") && <MapGone />}
      <Clock isOff={warnings.includes("clock-off")} />
    </>
  );
}

/** End of an attempt to make room. */
type Made = "removed" | "nothing" | "failed";

/** Gives up the map and sent work whose time on the phone is over. */
async function makeRoom(): Promise<Made> {
  const isMap = await dropMap();
  const before = phoneView();
  await (await phone()).confirm([]);
  const { ops, files } = phoneView();
  return isMap || ops.length < before.ops.length || files.length < before.files.length
    ? "removed"
    : "nothing";
}

function Room({ isShort }: { isShort: boolean }) {
  const t = useWords("phone");
  const [made, setMade] = useState<Made>();
  const [isWorking, setWorking] = useState(false);
  const make = async () => {
    setWorking(true);
    setMade(await makeRoom().catch(() => "failed" as const));
    setWorking(false);
  };
  if (!isShort) return made !== undefined && <Done text={t("room.made")} />;
  return (
    <Banner
      tone="warning"
      actions={
        <Button variant="tonal" icon="delete" loading={isWorking} onClick={() => void make()}>
          {t("room.make")}
        </Button>
      }
    >
      {t("room.near")}
      <p role="status">{made !== undefined && t(`room.${made}`)}</p>
    </Banner>
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
    <Banner
      icon="map"
      actions={
        <Button variant="text" icon="check" onClick={see}>
          {t("map.seen")}
        </Button>
      }
    >
      {t("map.gone")}
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
    <Banner
      tone="warning"
      icon="clock"
      actions={
        <Button variant="tonal" icon="refresh" loading={state === "asking"} onClick={() => void ask()}>
          {t("clock.again")}
        </Button>
      }
    >
      {t("clock.off")}
      <p role="status">
        {state === "compared" && t("clock.still")}
        {state === "no-answer" && t("clock.no-answer")}
      </p>
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
