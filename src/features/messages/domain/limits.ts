import { DAY_MS, MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";

/** Most couriers to whom one message goes, and most characters of a typed answer. */
export const MESSAGE_LIMITS = { couriers: 100, answer: 200 } as const;
/** Time after sending in which a message that no courier has seen can be taken back. */
export const WITHDRAW_MS = 10 * SECOND_MS;
/** Time after which a message that a courier has not acknowledged is marked. */
export const UNACKNOWLEDGED_MS = 3 * MINUTE_MS;
/** How long a message stays in the courier's day; one about a delivery stays on its stops longer. */
export const SHOWN_MS = { day: 2 * DAY_MS, stop: 30 * DAY_MS } as const;
/** Most messages of a courier's day. */
export const SHOWN_MOST = 50;
