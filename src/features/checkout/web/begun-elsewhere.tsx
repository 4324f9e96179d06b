import { useEffect, useEffectEvent } from "react";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { LOOKS_MS, nthOf } from "./silence-timer.ts";
import type { Checkout } from "./checkout.ts";

export interface BegunProps {
  readonly checkout: Checkout;
  readonly error: unknown;
}

/** The payment was begun in another browser whose payer is asked to confirm. One goes on there, or here. */
export function BegunElsewhere({ checkout }: Pick<BegunProps, "checkout">) {
  const t = useWords("payments");
  const look = useEffectEvent(checkout.lookElsewhere);
  useEffect(() => {
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
  }, []);
  return (
    <Banner tone="info" urgent actions={<Button onClick={checkout.takeOver}>{t("way.take-over")}</Button>}>
      {t("refusal.paying-elsewhere")}
    </Banner>
  );
}
