import type { PushChoice } from "#server/push-choice.ts";
import type { Settings } from "./settings.ts";

/** How push services are called by these settings. */
export const pushChoice = ({ pushContact, pushPrivate, publicUrl, mailFrom }: Settings): PushChoice => ({
  contact: pushContact ?? (publicUrl.startsWith("https:") ? publicUrl : `mailto:${mailFrom}`),
  allowsPrivate: pushPrivate,
});
