import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { ProblemNote } from "../problem-note.tsx";

/** Paid. That the card is not kept, although it was to be, is said before the page goes on. */
export function Paid({ unkept = false, onGoOn }: { readonly unkept?: boolean; readonly onGoOn: () => void }) {
  const t = useWords("payments");
  if (!unkept) return <Banner tone="done">{t("pay.paid")}</Banner>;
  return (
    <>
      <ProblemNote code="save.failed" />
      <Button variant="filled" onClick={onGoOn}>
        {t("way.open-booking")}
      </Button>
    </>
  );
}
