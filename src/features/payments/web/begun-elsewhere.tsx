import { useEffect, useEffectEvent } from "react";
import { isProblem } from "#web/api/problem.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { LOOKS_MS, nthOf } from "./settle-check.ts";
import type { Till } from "./till.ts";

export interface BegunProps {
  readonly till: Till;
  readonly error: unknown;
}

/**
 * The payment was begun elsewhere: on the bank's own page, or in another browser whose payer is asked to confirm. One goes
 * on there, or here.
 */
export function BegunElsewhere({ till, error }: BegunProps) {
  const t = useWords("payments");
  const isOnPage = isProblem(error, "payments.on-bank-page");
  const look = useEffectEvent(till.lookElsewhere);
  useEffect(() => {
    if (isOnPage) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const next = (n: number): void => {
      timer = setTimeout(
        () => {
          if (!document.hidden) look();
          next(n + 1);
        },
        nthOf(LOOKS_MS, n),
      );
    };
    next(1);
    return () => clearTimeout(timer);
  }, [isOnPage]);
  const ways = (
    <>
      {isOnPage && (
        <Button variant="filled" onClick={till.toBank}>
          {t("way.hosted-page")}
        </Button>
      )}
      <Button onClick={till.takeOver}>{t("way.take-over")}</Button>
    </>
  );
  return (
    <Banner tone="info" urgent actions={ways}>
      {t(isOnPage ? "refusal.on-bank-page" : "refusal.paying-elsewhere")}
    </Banner>
  );
}
