import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { useMe } from "../use-me.ts";
import "./words.ts";

/** Sends the link to pay with again, for whoever may ask for money. */
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

interface Sent {
  readonly address: string;
  /** undefined where nobody here may know whether the sender left a mail address. */
  readonly mailed: boolean | undefined;
}

/** Where the link went, or how it is to be told. */
export function LinkSent({ sent: { address, mailed } }: { readonly sent: Sent }) {
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
      {t(mailed === undefined ? "owed.perhaps-mailed" : "owed.not-mailed", { address })}
    </Banner>
  );
}
