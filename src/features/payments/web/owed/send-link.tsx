import type { ReplyOf } from "#contract/endpoint.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import type { owedApi } from "../../contract/owed.ts";
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

/** Where the link went, or how it is to be told. */
export function LinkSent({ sent }: { readonly sent: ReplyOf<typeof owedApi.sendPayLink> }) {
  const t = useWords("owed");
  return (
    <Banner tone={sent.mailed ? "done" : "warning"} urgent>
      {sent.mailed ? t("owed.sent") : t("owed.not-mailed", { address: sent.address })}
    </Banner>
  );
}
