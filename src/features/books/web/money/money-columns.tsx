import type { Money } from "#kernel/money.ts";
import { useWords } from "#web/i18n/words.ts";
import { MoneyText } from "#web/ui/figures.tsx";
import { type Look, StatusChip } from "#web/ui/status.tsx";
import type { Column } from "#web/ui/table.tsx";
import { type OnTrace, TraceButton } from "../trace/trace-button.tsx";

interface OfPayment<S extends string> {
  readonly paymentId: string;
  readonly orderNumber: string;
  readonly state: S;
  readonly amount: Money;
}

/** The columns that every list about payments has: the order, which opens its payment, the state and the amount. */
export function useMoneyColumns<S extends string, T extends OfPayment<S>>(
  onTrace: OnTrace,
  stateOf: (state: S) => { readonly look: Look; readonly text: string },
): Record<"order" | "state" | "amount", Column<T>> {
  const t = useWords("money");
  return {
    order: {
      key: "order",
      head: t("money.order"),
      cell: ({ paymentId, orderNumber }) => (
        <TraceButton id={paymentId} number={orderNumber} onTrace={onTrace} />
      ),
    },
    state: {
      key: "state",
      head: t("money.state"),
      cell: ({ state }) => {
        const { look, text } = stateOf(state);
        return <StatusChip {...look}>{text}</StatusChip>;
      },
    },
    amount: {
      key: "amount",
      head: t("money.amount"),
      number: true,
      cell: ({ amount }) => <MoneyText amount={amount} strong />,
    },
  };
}
