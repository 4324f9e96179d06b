import { renderToString } from "react-dom/server";
import { ChoicesCard } from "#features/choices/web/choices-card.tsx";
import type { SwitchGiven } from "#features/notices/contract/switch-page.ts";
import { SwitchPage } from "#features/notices/web/notice-switch/switch-page.tsx";
import { ProofPictures } from "#features/tracking/web/proof-pictures.tsx";
import type { DrawPage, DrawPlainPage, PageState } from "#features/tracking/contract/page.ts";
import { TrackShell, headlineOf } from "#features/tracking/web/public.ts";
import { LOCALES, directionOf } from "#kernel/locale.ts";
import { withSaid } from "#web/i18n/said-formats.ts";
import { drawIn, loadLanguage, word } from "#web/i18n/words.ts";
import { TrackDocument } from "./document.tsx";

/** Any token that is one: the page does not write it. */
const SOME_TOKEN = "0".repeat(22);

await Promise.all(
  LOCALES.map((locale) => loadLanguage(locale, "hall", "tracking", "choices", "slots", "notice-switch")),
);

const CARDS = { Choices: ChoicesCard, Pictures: ProofPictures };

/** Draws the recipient's page as the server sends it. */
export const draw: DrawPage = (given) => {
  const { locale, locales, isDemo, state } = given;
  drawIn(locale);
  const { made: html, said } = withSaid(locale, () =>
    renderToString(
      <TrackDocument token={SOME_TOKEN} drawn={state} locales={locales} isDemo={isDemo} cards={CARDS} />,
    ),
  );
  return {
    html,
    title: `${titleOf(state)} · Waybill`,
    // Messengers show it beside a link, to whoever reads along: it says nothing of the delivery.
    description: word("tracking", "page.description"),
    dir: directionOf(locale),
    data: { ...given, said },
  };
};

/** Draws the page behind the link of a message that switches them off. */
export const drawSwitch: DrawPlainPage<SwitchGiven> = ({ locale, locales, isDemo, state }) => {
  drawIn(locale);
  return {
    html: renderToString(
      <TrackShell locales={locales} isDemo={isDemo}>
        <SwitchPage state={state} />
      </TrackShell>,
    ),
    title: `${word("notice-switch", "title")} · Waybill`,
    description: word("notice-switch", "title"),
    dir: directionOf(locale),
  };
};

function titleOf(state: PageState): string {
  if (state.at === "unknown") return word("tracking", "unknown.title");
  if (state.at === "failed") return word("hall", "state.error.title");
  return headlineOf(state.view, (key, values) => word("tracking", key, values));
}
