import { StateChip } from "#features/deliveries/web/public.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { NumberText } from "#web/ui/figures.tsx";
import { List, ListItem } from "#web/ui/list.tsx";
import type { TogetherRow } from "../contract/api.ts";

interface TogetherListProps {
  readonly rows: readonly TogetherRow[];
  /** Order on whose page the list stands. */
  readonly here?: string;
  /** Leads to the choice of a courier for an order, where it has a delivery. */
  readonly assign?: (orderId: string) => string | undefined;
}

/** Drops of one press, each with its state and its amount. */
export function TogetherList({ rows, here, assign }: TogetherListProps) {
  const t = useWords("order-entry");
  const format = useFormat();
  return (
    <List label={t("together.title")} ordered>
      {rows.map(({ orderId, number, recipient, deliveryId, deliveryState, state, total }, at) => {
        const path = deliveryState === "created" ? assign?.(orderId) : undefined;
        return (
          <ListItem
            key={orderId}
            start={at + 1}
            title={<bdi>{recipient}</bdi>}
            detail={
              <>
                {deliveryId === null || orderId === here ? (
                  <NumberText>{number}</NumberText>
                ) : (
                  <a href={`/d/deliveries/${deliveryId}`}>
                    <NumberText>{number}</NumberText>
                  </a>
                )}{" "}
                · {format.money(total)}
                {orderId === here && <> · {t("together.here")}</>}
                {path !== undefined && (
                  <>
                    {" "}
                    <Button size="small" icon="route" variant="text" href={path}>
                      {t("done.assign")}
                    </Button>
                  </>
                )}
              </>
            }
            end={
              deliveryState === null ? (
                <span className="small quiet">
                  {t(state === "pending_payment" ? "together.waits" : "together.over")}
                </span>
              ) : (
                <StateChip state={deliveryState} />
              )
            }
          />
        );
      })}
    </List>
  );
}
