import { useState } from "react";
import { phone, usePhone } from "#features/courier/web/public.ts";
import { useWords } from "#web/i18n/words.ts";
import { useInstallWay } from "#web/install/install-way.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";

/** The browser did not promise to keep the work. The way out is the home screen; an app that is there asks once more. */
export function NotKept() {
  const t = useWords("courier-phone");
  const way = useInstallWay();
  const { warnings } = usePhone();
  const [isAsked, setAsked] = useState(false);
  const ask = async () => {
    await (await phone()).startDuty();
    setAsked(true);
  };
  if (!warnings.includes("not-kept")) return null;
  return (
    <Banner tone="warning">
      {t("out.not-kept")}
      <div className="stack gap-2">
        <p role="status">{isAsked && t("out.not-kept-no")}</p>
        {way === "done" ? (
          <Button variant="outlined" icon="refresh" onClick={() => void ask()}>
            {t("out.not-kept-ask")}
          </Button>
        ) : (
          <Button variant="outlined" icon="home" href="/c/install">
            {t("out.not-kept-do")}
          </Button>
        )}
      </div>
    </Banner>
  );
}
