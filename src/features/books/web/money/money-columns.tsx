import { isZero, type Money } from "#kernel/money.ts";
import { useWords } from "#web/i18n/words.ts";
import { MoneyText, NumberText } from "#web/ui/figures.tsx";
import { Moment } from "#web/ui/facts/moment.tsx";
import { type Look, StatusChip } from "#web/ui/status.tsx";
import type { Column } from "#web/ui/table.tsx";
import { Button } from "#web/ui/button.tsx";

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
      cell: ({ paymentId: id, orderNumber: number }) => (
        <TraceButton payment={{ id, number }} onTrace={onTrace} />
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
    amount: amountColumn("amount", t("money.amount"), ({ amount }) => <MoneyText amount={amount} strong />),
  };
}

/** A column of amounts. @param wide left out on a phone */
export const amountColumn = <T,>(
  key: string,
  head: string,
  cell: Column<T>["cell"],
  wide = false,
): Column<T> => ({ key, head, cell, wide, number: true });

export const momentColumn = <T,>(key: string, head: string, at: (row: T) => string): Column<T> => ({
  key,
  head,
  cell: (row) => <Moment at={at(row)} />,
  wide: true,
});

export const AmountOrDash = ({ amount, strong = false }: { amount: Money; strong?: boolean }) =>
  isZero(amount) ? <span className="quiet">–</span> : <MoneyText amount={amount} strong={strong} />;

export interface Traced {
  readonly id: string;
  readonly number: string;
}

export type OnTrace = (payment: Traced) => void;

/** The order's number, as the button that opens its payment. */
export function TraceButton({ payment, onTrace }: { payment: Traced; onTrace: OnTrace }) {
  const t = useWords("money");
  const { number } = payment;
  return (
    <Button
      variant="text"
      size="small"
      aria-label={t("trace.open", { number })}
      onClick={() => onTrace(payment)}
    >
      <NumberText>{number}</NumberText>
    </Button>
  );
}
