/** The protocol's code in one piece, fetched when somebody signs in or a token runs out, never for the first view. */
export { depart, type Departure } from "./protocol/depart.ts";
export { blockedEndpoints, discover, knownProvider } from "./protocol/discovery.ts";
export { exchange, refresh } from "./protocol/exchange.ts";
export { leave, revoke } from "./protocol/leave.ts";
export { readProfile } from "./protocol/userinfo.ts";
