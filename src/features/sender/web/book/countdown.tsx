import { useEffect, useState } from "react";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";

const TICK_MS = 15_000;

/** How long the price still holds; when it is over, a button asks for the new one. */
export function Countdown({ until, onOver }: { until: string; onOver: () => void }) {
  const t = useWords("sender");
  const step = useWords("book");
  const format = useFormat();
  const end = Date.parse(until);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (now < end)
    return (
      <p className="small quiet">{step("price.holds", { time: format.duration((end - now) / 1000) })}</p>
    );
  return (
    <Banner
      tone="warning"
      icon="clock"
      urgent
      actions={
        <Button icon="refresh" onClick={onOver}>
          {t("price.again")}
        </Button>
      }
    >
      {step("price.over")}
    </Banner>
  );
}
