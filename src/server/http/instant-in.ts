import { fromIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { BadInput } from "./problems.ts";

/**
 * A moment that came over the wire.
 *
 * @param path the input that it stands in
 * @throws BadInput on a moment that the calendar does not have
 */
export function instantIn(text: string, path: string): Instant {
  try {
    return fromIso(text);
  } catch {
    throw new BadInput([{ path, code: "wrong-format" }]);
  }
}
