import { useWords } from "#web/i18n/words.ts";
import { Button, IconButton } from "#web/ui/button.tsx";

/** Ways to speak or write to a person at a stop; nothing without a number. */
export function ContactLinks({ name, number }: { name: string; number: string | null }) {
  const t = useWords("courier");
  if (number === null) return null;
  return (
    <div className="row nowrap gap-2">
      <Button size="large" variant="tonal" full icon="call" href={`tel:${number}`}>
        {t("stop.call", { name })}
      </Button>
      <IconButton variant="outlined" icon="mail" label={t("stop.text", { name })} href={`sms:${number}`} />
    </div>
  );
}
