import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";
import type { Quote } from "#features/quotes/contract/api.ts";
import { call } from "#web/api/call.ts";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { FormBox, formIdOf } from "#web/forms/form-box.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfig, useTakesCards } from "#web/session/config.ts";
import { useSession } from "#web/session/session.ts";
import { beginLogin } from "#web/session/begin-login.ts";
import { go } from "#web/shell/navigate.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { useReconnect } from "#web/ui/use-reconnect.ts";
import { bindDraft, payAddress } from "../booking-draft.ts";
import { keepKeyFor, keyHeader } from "../booking-key.ts";
import type { Booking, StepProps } from "./booking.ts";
import { contactOf, requestOf } from "./booking-request.ts";
import { ContactFields, Contacts, withPhones } from "./contact-fields.tsx";
import type { ContactForm, ContactsTyped } from "./contact-fields.tsx";
import { Countdown } from "./countdown.tsx";
import { PricePanel } from "./price-panel.tsx";
import { useLines } from "./use-lines.ts";

/** The price that holds for a quarter of an hour. */
function useQuote(booking: Booking) {
  const request = requestOf(booking, useConfig().currency);
  return useQuery({
    queryKey: ["quote", request],
    enabled: request !== undefined,
    // Safe to repeat: a quote moves nothing, and a changed request is a new quote.
    queryFn: ({ signal }) =>
      request
        ? call(quotesApi.makeQuote, request, { signal, headers: keyHeader() })
        : Promise.reject(new Error("there is nothing to price")),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });
}

const STALE: ReadonlySet<string> = new Set([
  "quotes.expired",
  "quotes.changed",
  "quotes.already-accepted",
  "quotes.not-found",
]);

/** The window's last place went, or its day was closed: another one is chosen on the page before. */
const isFull = (error: unknown): boolean =>
  isProblem(error, "slots.full") || isProblem(error, "slots.closed");

/** An order is refused for another reason than its price where its window is full. */
const toMend = (order: unknown, price: unknown): unknown => (isFull(order) ? order : price);

/** Asks for sender and recipient, then books at the price beside it. An account is not needed. */
export function ContactStep({ booking, leave, head }: StepProps) {
  const t = useWords("sender");
  const step = useWords("book");
  const session = useSession();
  const quote = useQuote(booking);
  const lines = useLines(booking, quote.data);
  const name =
    session.kind === "signed-in" && booking.sender.name === "" ? session.name : booking.sender.name;
  const accept = useCommand(deliveriesApi.placeOrder, { headers: keyHeader() });
  const place = async (contacts: ContactsTyped, { id, requestHash }: Quote) => {
    const [sender, recipient] = [contactOf(contacts.sender), contactOf(contacts.recipient)];
    const order = await accept.mutateAsync({ quoteId: id, requestHash, sender, recipient });
    keepKeyFor(order.id);
    bindDraft({ ...booking, ...contacts }, order.id);
    leave({ ...contacts, orderId: order.id });
    go(payAddress(order.id));
  };
  const form: ContactForm = useForm({
    schema: Contacts,
    initial: { sender: { ...booking.sender, name }, recipient: booking.recipient },
    toInput: withPhones,
    draft: "book.contact",
    onSubmit: (contacts) => (quote.data ? place(contacts, quote.data) : undefined),
  });
  const newPrice = () => {
    accept.reset();
    form.setProblem(undefined);
    void quote.refetch();
  };
  useReconnect(isProblem(quote.error, "http.offline") ? newPrice : undefined);
  const isStale = isProblem(accept.error) && STALE.has(accept.error.code);
  const again = (
    <Button icon="refresh" onClick={newPrice}>
      {t("price.again")}
    </Button>
  );
  return (
    <>
      <div className="book-main">
        {head}
        <FormBox
          form={form}
          problem={
            <RefusalNote
              error={accept.error ?? quote.error}
              action={isStale ? again : <Mend error={toMend(accept.error, quote.error)} onAgain={newPrice} />}
            />
          }
        >
          {session.kind === "signed-out" && <GuestNote />}
          <ContactFields form={form} side="sender" />
          <ContactFields form={form} side="recipient" />
        </FormBox>
      </div>
      <PricePanel
        lines={lines}
        price={quote.data?.price}
        busy={quote.isFetching}
        instead={step(quote.isFetching ? "price.coming" : "price.none")}
        action={<BookAction form={form} quote={quote.data} busy={quote.isFetching || accept.isSuccess} />}
      >
        {quote.data && <Countdown until={quote.data.expiresAt} onOver={newPrice} />}
      </PricePanel>
    </>
  );
}

interface BookActionProps {
  form: ContactForm;
  quote: Quote | undefined;
  busy: boolean;
}

/** Books at the amount that it says. */
function BookAction({ form, quote, busy }: BookActionProps) {
  const t = useWords("sender");
  const step = useWords("book");
  const format = useFormat();
  const takesCards = useTakesCards();
  const isSending = useSyncExternalStore(form.subscribe, form.isBusy);
  return (
    <>
      <Button
        variant="filled"
        size="large"
        full
        icon="lock"
        type="submit"
        form={formIdOf(form)}
        loading={busy || isSending}
      >
        {quote ? t("price.book", { amount: format.money(quote.price.total) }) : step("contact.book")}
      </Button>
      <p className="book-price-fine small quiet">
        {step(takesCards ? "price.when-charged" : "price.when-paid")}
      </p>
    </>
  );
}

/** A price that was refused is mended on the page before; one that did not come is asked for again. */
function Mend({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const t = useWords("sender");
  const step = useWords("book");
  if (error === null) return null;
  return isFull(error) || (isProblem(error) && error.status === 422) ? (
    <Button variant="tonal" href="/book">
      {step("price.mend")}
    </Button>
  ) : (
    <Button icon="refresh" onClick={onAgain}>
      {t("price.again")}
    </Button>
  );
}

function GuestNote() {
  const t = useWords("book");
  return (
    <Banner
      icon="person"
      actions={
        <Button icon="login" onClick={() => void beginLogin({ returnTo: "/book?step=contact" })}>
          {t("contact.sign-in")}
        </Button>
      }
    >
      {t("contact.guest")}
    </Banner>
  );
}
