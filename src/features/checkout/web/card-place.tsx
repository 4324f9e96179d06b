import { useEffect, useRef } from "react";
import { useLocale } from "#web/i18n/words.ts";
import { type Bank, BANK_THEME, type CardForm, drawForm } from "./bank.ts";
import { ScriptLoading } from "./script-messages.tsx";
import type { Checkout } from "./checkout.ts";

/** A form that is not ready by then is given up, in ms. */
const READY_MS = 12_000;

interface CardPlaceProps {
  readonly bank: Bank;
  readonly isReady: boolean;
  readonly onForm: (form: CardForm | undefined) => void;
  readonly onReady: (form: CardForm) => void;
  readonly onTrouble: Checkout["fail"];
}

/**
 * Draws the provider's own form in our place for it, with bones before it until the form says that it is ready. Its
 * texts change with the language; what was typed is typed anew.
 */
export function CardPlace({ bank, isReady, onForm, onReady, onTrouble }: CardPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const locale = useLocale();
  useEffect(() => {
    if (!place.current) return undefined;
    let drawn: CardForm | undefined;
    let isDrawn = false;
    const tellReady = () => {
      clearTimeout(timer);
      isDrawn = true;
      if (drawn) onReady(drawn);
    };
    const timer = setTimeout(() => onTrouble("not-loaded"), READY_MS);
    const form = drawForm(bank, place.current, { locale, theme: BANK_THEME, onReady: tellReady, onTrouble });
    if (typeof form === "string") {
      clearTimeout(timer);
      onTrouble(form);
      return undefined;
    }
    drawn = form;
    onForm(form);
    if (isDrawn) onReady(form);
    return () => {
      clearTimeout(timer);
      onForm(undefined);
      form.destroy();
    };
  }, [bank, onForm, onReady, onTrouble, locale]);
  return (
    <div className="pay-place">
      {!isReady && <ScriptLoading offline={false} />}
      <div ref={place} className="pay-card" {...(!isReady && { "data-waiting": "" })} />
    </div>
  );
}
