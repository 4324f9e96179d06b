/** The protocol's code in one piece, fetched when somebody signs in or a token runs out, never for the first view. */
export { depart, type Departure } from "./depart.ts";
export { blockedEndpoints, discover, knownProvider } from "./discovery.ts";
export { exchange, refresh } from "./exchange.ts";
export { leave, revoke } from "./leave.ts";
export { readProfile } from "./userinfo.ts";
