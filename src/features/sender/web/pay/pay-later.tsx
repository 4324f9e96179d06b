import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { useSession } from "#web/session/session.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { usePayLater } from "./use-pay-later.ts";

/** The way out where the card form cannot be shown: the link with which the same payment is paid later, on any device. */
export function PayLater({ orderId, paymentId }: { orderId: string; paymentId?: string }) {
  const pay = useWords("pay");
  const isSignedIn = useSession().kind === "signed-in";
  const later = usePayLater(orderId, paymentId);
  return (
    <section id="pay-later" className="stack gap-2" tabIndex={-1} aria-label={pay("pay.later")}>
      <div className="row gap-2">
        <Button icon="link" loading={later.isPending} onClick={later.press}>
          {pay("pay.later")}
        </Button>
      </div>
      {later.address !== undefined && (
        <TextField label={pay("pay.later-link")} value={later.address} onChange={() => undefined} readOnly />
      )}
      <p className="quiet small">{pay(isSignedIn ? "pay.later-signed-in" : "pay.later-text")}</p>
      <RefusalNote error={later.error} />
    </section>
  );
}
