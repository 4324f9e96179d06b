import type { FunctionComponent } from "react";
import type { DemoPhone } from "./demo-phone/demo-phone.tsx";
import { loadWords } from "#web/i18n/words.ts";
import "./words.ts";

/** The phone of a demo that shows the text messages about a booking, with its words. */
export const loadDemoPhone = (): Promise<typeof DemoPhone> =>
  import("./demo-phone/demo-phone.tsx").then((module) => module.DemoPhone);

const nothing = () => null;

/** The log of a delivery's messages, with its words. Without a network it is not there: the server keeps it. */
export async function loadNoticeLog(): Promise<FunctionComponent<{ deliveryId: string }>> {
  try {
    const [{ NoticeLog }] = await Promise.all([import("./notice-log.tsx"), loadWords("notices")]);
    return NoticeLog;
  } catch {
    return nothing;
  }
}
