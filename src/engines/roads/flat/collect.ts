import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collect: (() => void) | undefined;

/**
 * Gives back the flat memory that a part of a build has left, some milliseconds a call: by itself the engine waits until
 * there is far more of it.
 */
export function giveBack(): void {
  if (!collect) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  collect();
}
