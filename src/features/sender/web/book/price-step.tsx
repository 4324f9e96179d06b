import { useQuery } from "@tanstack/react-query";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";
import type { Quote } from "#features/quotes/contract/api.ts";
import { call } from "#web/api/call.ts";
import { isProblem } from "#web/api/problem.ts";
import { ProblemFace, RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useTakesCards, useZone } from "#web/session/config.ts";
import { go } from "#web/shell/navigate.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PriceTrace } from "#features/deliveries/web/public.ts";
import { bindDraft, payAddress } from "../booking-draft.ts";
import { keepKeyFor, keyHeader } from "../booking-key.ts";
import type { StepProps } from "./book.tsx";
import { contactOf, requestOf } from "./booking.ts";
import { Countdown } from "./countdown.tsx";

/** The price with every line explained, and what is being booked; accepting it is one press. */
export function PriceStep(props: StepProps) {
  const request = requestOf(props.booking);
  const quote = useQuery({
    queryKey: ["quote", request],
    enabled: request !== undefined,
    // Safe to repeat: a quote moves nothing, and a changed request is a new quote.
    queryFn: ({ signal }) =>
      request
        ? call(quotesApi.makeQuote, request, { signal })
        : Promise.reject(new Error("nothing to price")),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (quote.data)
    return (
      <Offer {...props} quote={quote.data} onNewPrice={() => void quote.refetch()} busy={quote.isFetching} />
    );
  if (quote.isPending) return <Skeleton look="card" lines={6} />;
  return isProblem(quote.error) && quote.error.status === 422 ? (
    <Unserviceable error={quote.error} />
  ) : (
    <ProblemFace error={quote.error} onRetry={() => void quote.refetch()} />
  );
}

const STEP_OF: Readonly<Record<string, "address" | "parcels" | "when">> = {
  pickup: "address",
  dropoff: "address",
  parcels: "parcels",
  window: "when",
};

/** Why we cannot, and the step that puts it right. */
function Unserviceable({ error }: { error: unknown }) {
  const t = useWords("sender");
  const path = isProblem(error) ? (error.fields[0]?.path.split(".")[0] ?? "") : "";
  const step = STEP_OF[path] ?? "address";
  return (
    <RefusalNote
      error={error}
      action={
        <Button variant="tonal" href={`/book?step=${step}`}>
          {t(`price.mend.${step}`)}
        </Button>
      }
    />
  );
}

function Offer({
  booking,
  leave,
  quote,
  onNewPrice,
  busy,
}: StepProps & { quote: Quote; onNewPrice: () => void; busy: boolean }) {
  const t = useWords("sender");
  const step = useWords("book");
  const format = useFormat();
  const zone = useZone();
  const takesCards = useTakesCards();
  const accept = useCommand(deliveriesApi.placeOrder, {
    headers: keyHeader(),
    onDone: (order) => {
      keepKeyFor(order.id);
      bindDraft(booking, order.id);
      leave({ orderId: order.id });
      go(payAddress(order.id));
    },
  });
  const stale =
    isProblem(accept.error) &&
    ["quotes.expired", "quotes.changed", "quotes.already-accepted"].includes(accept.error.code);
  const book = () =>
    accept.mutate({
      quoteId: quote.id,
      requestHash: quote.requestHash,
      sender: contactOf(booking.sender),
      recipient: contactOf(booking.recipient),
    });
  return (
    <Card title={t("price.trace")}>
      <Facts>
        <Fact name={step("price.distance")}>
          {format.distance(quote.distanceM)}{" "}
          {quote.distanceSource === "estimated" && <span className="quiet">({step("price.estimated")})</span>}
        </Fact>
        <Fact name={step("price.pickup-window")}>{format.window(quote.pickupWindow, zone)}</Fact>
      </Facts>
      <PriceTrace price={quote.price} />
      <Countdown until={quote.expiresAt} onOver={onNewPrice} />
      <RefusalNote
        error={accept.error}
        action={
          stale && (
            <Button icon="refresh" onClick={() => (accept.reset(), onNewPrice())}>
              {t("price.again")}
            </Button>
          )
        }
      />
      <Button
        variant="filled"
        size="large"
        full
        icon="lock"
        loading={accept.isPending || accept.isSuccess || busy}
        onClick={book}
      >
        {t("price.book", { amount: format.money(quote.price.total) })}
      </Button>
      <p className="small quiet">{step(takesCards ? "price.when-charged" : "price.when-paid")}</p>
    </Card>
  );
}
