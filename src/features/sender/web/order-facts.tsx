import type { ReactNode } from "react";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Fact, Facts } from "#web/ui/list.tsx";

interface OrderFactsProps {
  readonly order: Pick<Order, "window" | "pickup" | "dropoff" | "recipient">;
  /** Further facts, below. */
  readonly children?: ReactNode;
}

/** Keeps a house number with its street. */
const numbered = (label: string): string => label.replace(/ (?=\d+\p{L}?(,|$))/u, "\u00a0");

/** When, from where, to where and for whom. */
export function OrderFacts({ order, children }: OrderFactsProps) {
  const t = useWords("sender");
  const format = useFormat();
  const zone = useZone();
  return (
    <Facts>
      <Fact name={t("when.window")} strong>
        {format.window(order.window, zone)}
      </Fact>
      <Fact name={t("address.pickup")}>
        <bdi>{numbered(order.pickup.label)}</bdi>
      </Fact>
      <Fact name={t("address.dropoff")}>
        <bdi>{numbered(order.dropoff.label)}</bdi>
      </Fact>
      <Fact name={t("contact.recipient")}>
        <bdi>{order.recipient.name}</bdi>
      </Fact>
      {children}
    </Facts>
  );
}
