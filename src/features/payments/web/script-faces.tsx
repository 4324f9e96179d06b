import { useEffect, useState } from "react";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import type { FormTrouble } from "./bank.ts";
import type { ScriptTrouble } from "./load-script.ts";

/** From then on it says that it still loads. */
const STILL_MS = 3_000;

/** Trying again would be in vain. */
const OUR_FAULT: ReadonlySet<ScriptTrouble | FormTrouble> = new Set(["csp", "not-available"]);

/** Bones of the card form; a sentence when it takes long or waits for the network. */
export function ScriptLoading({ offline }: { offline: boolean }) {
  const t = useWords("payments");
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), STILL_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="pay-form" aria-busy="true">
      <output className="pay-bones" aria-label={t("pay.loading")}>
        <span className="bone" />
        <span className="bone" />
        <span className="bone" />
      </output>
      {offline ? (
        <Banner tone="warning" icon="offline" urgent>
          {t("fail.offline")}
        </Banner>
      ) : (
        isLong && <output>{t("pay.still")}</output>
      )}
    </div>
  );
}

/** Why there is no card form, and the ways out. The booking stays. */
export function ScriptFailure({
  reason,
  onRetry,
}: {
  reason: ScriptTrouble | FormTrouble;
  onRetry: () => void;
}) {
  const t = useWords("payments");
  return (
    <div className="stack gap-3">
      <Banner tone={reason === "offline" ? "warning" : "trouble"} urgent>
        <p>{t(`fail.${reason}`)}</p>
        {reason !== "offline" && <p>{t("fail.saved")}</p>}
      </Banner>
      <div className="row gap-2">
        {!OUR_FAULT.has(reason) && (
          <Button variant="filled" icon="refresh" onClick={onRetry}>
            {t("fail.retry")}
          </Button>
        )}
        <Button variant="outlined" onClick={() => location.reload()}>
          {t("fail.reload")}
        </Button>
      </div>
    </div>
  );
}
