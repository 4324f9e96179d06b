import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import type { SentLink } from "../../contract/owed.ts";
import { useMe } from "../use-me.ts";
import "../words.ts";

/** Sends the link to pay with again, for people who may ask for money. */
export function SendLink({ isBusy, onSend }: { readonly isBusy: boolean; readonly onSend: () => void }) {
  const t = useWords("owed");
  const me = useMe();
  if (!me.may("money:ask")) return null;
  return (
    <Button icon="link" loading={isBusy} onClick={onSend}>
      {t("owed.send")}
    </Button>
  );
}

/** Shows the address to which the link was mailed, or the link to pass on. */
export function LinkSent({
  sent: { address, mailed },
}: {
  readonly sent: Pick<SentLink, "address" | "mailed">;
}) {
  const t = useWords("owed");
  if (mailed)
    return (
      <Banner tone="done" urgent>
        {t("owed.sent")}
      </Banner>
    );
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    showSnack({ text: t("owed.copied") });
  };
  return (
    <Banner
      tone="warning"
      urgent
      actions={
        <Button variant="text" icon="copy" onClick={() => void copy()}>
          {t("owed.copy")}
        </Button>
      }
    >
      {t("owed.not-mailed", { address })}
    </Banner>
  );
}
