import { TOWN_NAME } from "#engines/town/town.ts";

/** Seller of the demo: no real firm has this number. */
export const DEMO_SELLER = {
  name: "Waybill Demo Couriers",
  address: `1 Market Square\n00100 ${TOWN_NAME}`,
  taxId: "XX 000 000 000",
  email: "receipts@waybill.example",
  phone: null,
  footer: "A receipt of the demo: no money moved.",
} as const;

/** Hub of the demo, at the seller's own address. */
export const DEMO_HUB = { address: `1 Market Square, 00100 ${TOWN_NAME}`, keepDays: 7 };

/** Number that recipients of the demo may call: of those that the German regulator keeps for fiction. */
export const DEMO_PHONE = "+493023125000";
