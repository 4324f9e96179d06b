import "../words.ts";
import { type FormEvent, useState } from "react";
import { PAY_WAYS, type PayWay } from "#features/payments/domain/due.ts";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfig } from "#web/session/config.ts";
import { useSession } from "#web/session/session.ts";
import { Button } from "#web/ui/button.tsx";
import { RadioGroup } from "#web/ui/choice.tsx";
import { receivablesApi } from "../../contract/receivables.ts";

export interface WaysPanelProps {
  readonly order: Order;
  readonly headers: Readonly<Record<string, string>>;
  readonly onBooked: () => void;
  readonly onSignIn: () => void;
}

const isPayWay = (way: string): way is PayWay => PAY_WAYS.some((known) => known === way);

/**
 * Choice of the way to pay where no cards are taken, and the booking. Guests have no account that an invoice could
 * go to.
 */
export function WaysPanel({ order, headers, onBooked, onSignIn }: WaysPanelProps) {
  const t = useWords("owed");
  const hall = useWords("hall");
  const format = useFormat();
  const { payment } = useConfig();
  const isGuest = useSession().kind !== "signed-in";
  const ways = (payment.ways ?? []).filter(isPayWay);
  const open = ways.filter((way) => way !== "invoice" || !isGuest);
  const [chosen, setWay] = useState<PayWay | "">("");
  const [isMissed, setMissed] = useState(false);
  const way = open.length === 1 ? (open[0] ?? "") : chosen;
  const book = useCommand(receivablesApi.chooseWay, { headers, onDone: onBooked });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissed(way === "");
    if (way !== "") book.mutate({ id: order.id, way });
  };
  return (
    <form className="stack gap-4" onSubmit={submit} noValidate>
      <p className="display figure">{format.money(order.total)}</p>
      <RadioGroup
        label={t("choose")}
        look="cards"
        value={way}
        onChange={(next) => (setWay(next), setMissed(false))}
        options={open.map((value) => ({
          value,
          label: t(`way.${value}`),
          detail: t(`way.${value}.text`),
          icon: value === "invoice" ? "receipt" : "price",
        }))}
        {...(isMissed && { error: t("choose.first") })}
      />
      {isGuest && ways.includes("invoice") && (
        <Button variant="text" icon="login" onClick={onSignIn}>
          {`${t("way.invoice")}: ${hall("session.sign-in")}`}
        </Button>
      )}
      <RefusalNote error={book.error} />
      <Button
        type="submit"
        variant="filled"
        size="large"
        full
        icon="check"
        loading={book.isPending || book.isSuccess}
      >
        {t("book", { amount: format.money(order.total) })}
      </Button>
    </form>
  );
}
