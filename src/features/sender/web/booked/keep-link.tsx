import type { Order } from "#features/deliveries/contract/shapes.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfig } from "#web/session/config.ts";
import { useSession } from "#web/session/session.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Card } from "#web/ui/card.tsx";
import { ownKey } from "../booking-key.ts";
import { LinkField } from "../link-field.tsx";

const ENDED: ReadonlySet<Order["state"]> = new Set(["cancelled", "expired"]);

/** The way back to this page for who has no account: without an e-mail address the link is the only one. */
export function KeepLink({ order: { id, sender, state } }: { readonly order: Order }) {
  const t = useWords("booked");
  const session = useSession();
  const isSent = useConfig().mails !== "folder";
  const key = ownKey(id);
  if (session.kind === "signed-in" || key === null) return null;
  const hasEnded = ENDED.has(state);
  return (
    <Card title={t("booked.keep.title")} copy="sender">
      {sender.email === null ? (
        <Banner tone="warning">{t("booked.keep.only")}</Banner>
      ) : (
        !hasEnded && (
          <p>{t(isSent ? "booked.keep.mailed" : "booked.keep.written", { email: sender.email })}</p>
        )
      )}
      <LinkField label={t("booked.keep.label")} address={`${location.origin}/book/done/${id}#key=${key}`} />
      <p className="small quiet">{t(hasEnded ? "booked.keep.cancelled" : "booked.keep.text")}</p>
    </Card>
  );
}
