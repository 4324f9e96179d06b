/** Names of service levels for later rooms, apart from the screens: a courier's phone keeps those alone. */
export { useLevelNames } from "./levels/use-level-names.ts";
export { useTitles } from "./title-of.ts";
export { useOffLevels } from "./levels/use-levels.ts";
