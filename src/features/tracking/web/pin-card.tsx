import { useWords } from "#web/i18n/words.ts";

/** Four digits that the recipient says to the courier; read out one by one. */
export function PinCard({ pin }: { pin: string }) {
  const t = useWords("tracking");
  return (
    <section className="track-card track-pin">
      <h2 className="title">{t("pin.title")}</h2>
      <p className="display figure" dir="ltr" data-testid="pin">
        {pin.split("").join(" ")}
      </p>
      <p>{t("pin.text")}</p>
    </section>
  );
}
