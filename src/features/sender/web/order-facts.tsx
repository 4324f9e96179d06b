import type { ReactNode } from "react";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { AddressBreak } from "#web/ui/address-text.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";

interface OrderFactsProps {
  readonly order: Pick<Order, "window" | "pickup" | "dropoff" | "recipient">;
  /** Further facts, below. */
  readonly children?: ReactNode;
}

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
        <AddressBreak label={order.pickup.label} />
      </Fact>
      <Fact name={t("address.dropoff")}>
        <AddressBreak label={order.dropoff.label} />
      </Fact>
      <Fact name={t("contact.recipient")}>
        <bdi>{order.recipient.name}</bdi>
      </Fact>
      {children}
    </Facts>
  );
}
