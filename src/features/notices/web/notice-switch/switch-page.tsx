import { useWords } from "#web/i18n/words.ts";
import { refusalSentence } from "#web/api/refusal-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { SWITCH_FIELD, type SwitchState, type SwitchValue } from "../../contract/switch-page.ts";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    /** Of the page that a message's link opens. */
    "notice-switch": typeof words;
  }
}

/** Switches messages to the address of a message off by one press, and on again: a form, and no script. */
export function SwitchPage({ state }: { state: SwitchState }) {
  const t = useWords("notice-switch");
  if (state.at === "unknown")
    return (
      <StateMessage page kind="not-found" icon="link" title={t("unknown.title")} action={null}>
        <p>{t("unknown.text")}</p>
      </StateMessage>
    );
  if (state.at === "failed")
    return (
      <StateMessage page kind="error" reference={state.instance}>
        <p>{refusalSentence(state.code, state.facts)}</p>
      </StateMessage>
    );
  const { carrier, to, isOff } = state;
  const next: SwitchValue = isOff ? "on" : "off";
  return (
    <div className="stack gap-4">
      <PageHeader title={t("title")} />
      <Banner tone={isOff ? "done" : "info"}>
        <p>{t(isOff ? "is-off" : "is-on", { carrier, to: `\u2066${to}\u2069` })}</p>
      </Banner>
      <form method="post">
        <input type="hidden" name={SWITCH_FIELD} value={next} />
        <Button type="submit" variant="filled" size="large">
          {t(next)}
        </Button>
      </form>
      <p className="quiet small">{t("every", { carrier })}</p>
    </div>
  );
}
