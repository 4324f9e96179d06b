import { keepLater } from "./keep-later.ts";
import { whenIdle } from "./when-idle.ts";

/** After the first paint of a courier's page: the code of the others, then map and scanner for a day without network. */
export function fetchAhead(pages: () => void): void {
  whenIdle(() => {
    pages();
    whenIdle(() => void keepLater("shift"));
  });
}
