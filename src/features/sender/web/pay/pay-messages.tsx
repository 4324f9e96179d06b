import type { Order } from "#features/deliveries/contract/shapes.ts";
import { ProblemNote } from "#features/payments/web/public.tsx";
import { useWords } from "#web/i18n/words.ts";
import { beginLogin } from "#web/session/begin-login.ts";
import { useSession } from "#web/session/session.ts";
import { lazyPart } from "#web/shell/lazy-part.tsx";
import { Button } from "#web/ui/button.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";

/** Once the price is over: the same again. */
export const Rebook = lazyPart(
  () => import("./rebook.tsx").then((module) => module.Rebook),
  ["quotes", "deliveries"],
);

/** An order that this person may not see: a guest signs in and comes back here; somebody else reads why. */
export function NotYoursMessage() {
  const t = useWords("sender");
  const pay = useWords("pay");
  const hall = useWords("hall");
  const session = useSession();
  const isGuest = session.kind !== "signed-in";
  return (
    <StateMessage
      page
      kind={isGuest ? "signed-out" : "forbidden"}
      title={pay(isGuest ? "pay.sign-in.title" : "pay.not-yours.title")}
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
      <p>{pay(isGuest ? "pay.sign-in.text" : "pay.not-yours.text")}</p>
    </StateMessage>
  );
}

/** Why an order is not paid any more; nothing where somebody gave it up. */
const ENDED_BY = { pending_payment: "quote.expired", expired: "booking.expired" } as const;
const isEnded = (state: string): state is keyof typeof ENDED_BY => state in ENDED_BY;

/** Given up or not paid in time: nothing was charged, and the same again is two presses away. */
export function ClosedMessage({ order }: { order: Order }) {
  const t = useWords("pay");
  const { state } = order;
  return (
    <div className="pay-page-closed stack gap-4">
      <StateMessage
        page
        kind="empty"
        icon="clock"
        title={t("pay.closed.title")}
        action={<Rebook order={order} />}
      >
        {isEnded(state) ? <ProblemNote code={ENDED_BY[state]} /> : <p>{t("pay.closed.text")}</p>}
      </StateMessage>
    </div>
  );
}
