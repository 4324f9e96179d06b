/** Names of service levels for later rooms, apart from the screens: a courier's phone keeps those alone. */
export { useLevelNames } from "./levels/use-level-names.ts";
