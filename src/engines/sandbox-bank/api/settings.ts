import { whole } from "#server/config/kinds.ts";
import { optional } from "#server/config/setting.ts";

/** Settings of the sandbox bank. */
export const SANDBOX_SETTINGS = {
  sandboxPort: optional({
    kind: whole(1, 65_535),
    about: "Port of this machine where the sandbox bank answers as Stripe does; a free one if none is named.",
    example: "12111",
  }),
};
