import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";
import type { Quote } from "#features/quotes/contract/api.ts";
import { ProblemNote } from "#features/payments/web/public.tsx";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { go } from "#web/shell/navigate.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { payAddress, reopenDraft } from "../booking-draft.ts";
import { keepKeyFor, keyHeader } from "../booking-key.ts";

/** The same booking once more: a new price, its difference from the old one, and one press of consent. */
export function Rebook({ order }: { order: Order }) {
  const t = useWords("sender");
  const quote = useCommand(quotesApi.makeQuote, { headers: keyHeader() });
  const ask = () => {
    const { pickup, dropoff, parcels, serviceLevel, window } = order;
    quote.mutate({ pickup, dropoff, parcels, serviceLevel, window });
  };
  if (quote.data) return <NewPrice order={order} quote={quote.data} onAnew={ask} />;
  return (
    <div className="stack gap-3">
      <Button variant="filled" icon="refresh" loading={quote.isPending} onClick={ask}>
        {t("price.again")}
      </Button>
      <RefusalNote error={quote.error} action={isGone(quote.error) && <OtherTime />} />
    </div>
  );
}

/** The window has passed or is full: another one is chosen in the flow, with everything else as typed. */
function OtherTime() {
  const t = useWords("sender");
  const change = () => {
    reopenDraft();
    go("/book");
  };
  return (
    <Button variant="tonal" onClick={change}>
      {t("price.mend.when")}
    </Button>
  );
}

const isGone = (error: unknown): boolean => isProblem(error) && error.status === 422;

function NewPrice({ order, quote, onAnew }: { order: Order; quote: Quote; onAnew: () => void }) {
  const t = useWords("sender");
  const pay = useWords("pay");
  const format = useFormat();
  const place = useCommand(deliveriesApi.placeOrder, {
    headers: keyHeader(),
    onDone: (placed) => {
      keepKeyFor(placed.id);
      go(payAddress(placed.id), { replace: true });
    },
  });
  const after = format.money(quote.price.total);
  const isSame = order.total.minor === quote.price.total.minor;
  const accept = () =>
    place.mutate({
      quoteId: quote.id,
      requestHash: quote.requestHash,
      sender: order.sender,
      recipient: order.recipient,
    });
  return (
    <div className="stack gap-3">
      {isSame ? (
        <Banner tone="info" urgent>
          {pay("pay.price-same", { after })}
        </Banner>
      ) : (
        <ProblemNote code="quote.changed" facts={{ before: format.money(order.total), after }} />
      )}
      <Button
        variant="filled"
        size="large"
        icon="lock"
        loading={place.isPending || place.isSuccess}
        onClick={accept}
      >
        {t("price.book", { amount: after })}
      </Button>
      <RefusalNote error={place.error} onRetry={onAnew} />
    </div>
  );
}
