/** Small parts for later rooms, without the screens of this one. */
export { useMe } from "./use-me.ts";
