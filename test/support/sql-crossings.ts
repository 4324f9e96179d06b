/**
 * Tables that a room still reaches past their own room; both lists only shrink. A room is entered by its public.ts, a
 * table is read through a view in its room's migration.
 */
export const CROSSINGS: Readonly<Record<"writes" | "reads", readonly string[]>> = {
  writes: [
    "courier → route",
    "deliveries → pay_link_key",
    "main → command",
    "main → delivery",
    "main → organization",
    "main → payment_gate",
    "main → person",
    "main → service_area",
  ],
  reads: [
    "courier → delivery",
    "courier → person",
    "courier → proof",
    "courier → route",
    "courier → task",
    "deliveries → payment",
    "dispatch → delivery",
    "dispatch → person",
    "dispatch → position_now",
    "dispatch → service_area",
    "dispatch → shift",
    "dispatch → task",
    "main → delivery",
    "main → payment_gate",
    "main → place",
    "main → route",
    "main → seller",
    "payments → delivery",
    "payments → person",
    "payments → sales_order",
    "payments → task",
  ],
};
