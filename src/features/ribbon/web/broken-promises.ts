import type { Board } from "#features/dispatch/contract/board.ts";
import type { Reason } from "#features/dispatch/contract/quotes.ts";
import { SECOND_MS, fromIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";

/** A recipient who would be served after the promised end. */
export interface BrokenPromise {
  readonly name: string;
  readonly promised: Instant;
  readonly foreseen: Instant;
}

/** Promises that a courier would break, where that alone stands against the delivery; otherwise none. */
export function brokenPromises(
  reasons: readonly Reason[],
  { deliveries }: Pick<Board, "deliveries">,
): BrokenPromise[] {
  const broken = reasons.flatMap((reason): BrokenPromise[] => {
    if (reason.kind !== "window" || reason.stop !== "drop") return [];
    const delivery = deliveries.find(({ id }) => id === reason.order);
    if (!delivery) return [];
    const promised = fromIso(delivery.window.end);
    return [{ name: delivery.recipientName, promised, foreseen: promised + reason.by * SECOND_MS }];
  });
  return broken.length === reasons.length ? broken : [];
}
