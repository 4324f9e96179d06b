import { useEffect, useRef } from "react";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { SentLink } from "#features/debts/contract/owed.ts";
import { LinkSent } from "#features/debts/web/public-parts.ts";

/** Result of asking for a surcharge: it takes the focus, for the dialog that asked is gone. */
export function SurchargeAnswer({ sent }: { readonly sent: SentLink }) {
  const t = useWords("money");
  const f = useFormat();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="stack gap-2">
      <p>{t("surcharge.asked", { amount: f.money(sent.amount) })}</p>
      <LinkSent sent={sent} />
    </div>
  );
}
