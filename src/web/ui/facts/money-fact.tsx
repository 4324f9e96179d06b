import { isZero, type Money } from "#kernel/money.ts";
import { MoneyText } from "../figures.tsx";
import { Fact } from "../list.tsx";

interface MoneyFactProps {
  name: string;
  amount: Money;
  strong?: boolean;
  /** Left out where the amount is zero. */
  unlessZero?: boolean;
}

/** An amount beside its name. */
export function MoneyFact({ name, amount, strong = false, unlessZero = false }: MoneyFactProps) {
  if (unlessZero && isZero(amount)) return null;
  return (
    <Fact name={name} strong={strong}>
      <MoneyText amount={amount} strong={strong} />
    </Fact>
  );
}
