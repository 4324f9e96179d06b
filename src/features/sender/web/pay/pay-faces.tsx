import type { Order } from "#features/deliveries/contract/shapes.ts";
import { ProblemNote } from "#features/payments/web/public.tsx";
import { useWords } from "#web/i18n/words.ts";
import { beginLogin } from "#web/session/begin-login.ts";
import { useSession } from "#web/session/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Face } from "#web/ui/face.tsx";
import { Rebook } from "./rebook.tsx";

/** An order that this person does not see: a guest signs in and is back here; somebody else is told so. */
export function NotYoursFace() {
  const t = useWords("sender");
  const hall = useWords("hall");
  const session = useSession();
  const isGuest = session.kind !== "signed-in";
  return (
    <Face
      page
      kind={isGuest ? "signed-out" : "forbidden"}
      title={t(isGuest ? "pay.sign-in.title" : "pay.not-yours.title")}
      action={
        isGuest ? (
          <Button
            variant="filled"
            icon="login"
            onClick={() => void beginLogin({ returnTo: location.pathname })}
          >
            {hall("session.sign-in")}
          </Button>
        ) : (
          <Button variant="filled" href="/my/deliveries">
            {t("mine.title")}
          </Button>
        )
      }
    >
      <p>{t(isGuest ? "pay.sign-in.text" : "pay.not-yours.text")}</p>
    </Face>
  );
}

/** Why an order is not paid any more; nothing where somebody gave it up. */
const ENDED_BY = { pending_payment: "quote.expired", expired: "booking.expired" } as const;
const isEnded = (state: string): state is keyof typeof ENDED_BY => state in ENDED_BY;

/** Given up or not paid in time: nothing was charged, and the same again is two presses away. */
export function ClosedFace({ order }: { order: Order }) {
  const t = useWords("sender");
  const { state } = order;
  return (
    <div className="pay-page-closed stack gap-4">
      <Face page kind="empty" icon="clock" title={t("pay.closed.title")} action={<Rebook order={order} />}>
        {isEnded(state) ? <ProblemNote code={ENDED_BY[state]} /> : <p>{t("pay.closed.text")}</p>}
      </Face>
    </div>
  );
}
