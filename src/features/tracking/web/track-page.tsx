import "#web/ui/styles/status.css";
import "./hero.css";
import "./track.css";
import "./words.ts";
import { useEffect, useState, useSyncExternalStore } from "react";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useOnline } from "#web/shell/online.ts";
import { useTitle } from "#web/shell/use-title.ts";
import { Banner } from "#web/ui/banner.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { CourierCard } from "./courier-card.tsx";
import { Details, Handover, History } from "./details.tsx";
import { Hero } from "./hero.tsx";
import { STATE_LOOK } from "./look.ts";
import { PinCard } from "./pin-card.tsx";
import { useServerNow } from "./use-minute.ts";
import { watchDelivery, type Watched } from "./watch.ts";

/** One delivery, for whoever holds its link: no account, no router, nothing that a stranger should know. */
export function TrackPage({ token }: { token: string }) {
  const t = useWords("tracking");
  const [watch] = useState(() => watchDelivery(token));
  const state = useSyncExternalStore(watch.subscribe, watch.now);
  useEffect(() => watch.start(), [watch]);
  switch (state.at) {
    case "loading":
      return <Bones />;
    case "unknown":
      return (
        <StateMessage page kind="not-found" icon="link" title={t("unknown.title")} action={null}>
          <p>{t("unknown.text")}</p>
        </StateMessage>
      );
    case "failed":
      return <ProblemMessage page error={state.error} onRetry={watch.refresh} />;
    case "shown":
      return <Shown watched={state} />;
  }
}

type ShownState = Extract<Watched, { at: "shown" }>;

function Shown({ watched }: { watched: ShownState }) {
  const t = useWords("tracking");
  const { view } = watched;
  const now = useServerNow(watched);
  const headline = t(`state.${view.state}.title`);
  useTitle(t("page.title", { headline, number: view.number }));
  return (
    <article className={`track tone-${STATE_LOOK[view.state].tone}`} data-state={view.state}>
      <Freshness watched={watched} />
      <Hero view={view} now={now} />
      {view.pin !== null && <PinCard pin={view.pin} />}
      {view.courier && <CourierCard view={view} courier={view.courier} now={now} />}
      {view.proof && <Handover view={view} proof={view.proof} />}
      <div className="track-more">
        <History view={view} />
        <Details view={view} />
      </div>
      <Foot watched={watched} now={now} />
    </article>
  );
}

/** Says when what is shown may be old; the view stays. */
function Freshness({ watched }: { watched: ShownState }) {
  const t = useWords("tracking");
  const format = useFormat();
  const online = useOnline();
  if (online && !watched.stale) return null;
  const time = format.time(watched.asOf, watched.view.timezone);
  return (
    <Banner tone="warning" icon={online ? "refresh" : "offline"} urgent>
      {t(online ? "live.stale" : "live.as-of", { time })}
    </Banner>
  );
}

function Foot({ watched, now }: { watched: ShownState; now: number }) {
  const t = useWords("tracking");
  const format = useFormat();
  const online = useOnline();
  return (
    <footer className="track-foot small quiet">
      <p className="track-live">
        {watched.live && online && !watched.stale && (
          <span className="track-pulse">
            <span className="track-dot" aria-hidden="true" />
            {t("live.on")}
          </span>
        )}
        {t("live.updated", { ago: format.ago(watched.view.updatedAt, now) })}
      </p>
      <p>{t("foot.privacy")}</p>
    </footer>
  );
}

/** The page's outline while it loads, of the same height as what comes. */
function Bones() {
  const t = useWords("tracking");
  return (
    <output className="track" aria-label={t("page.label")} aria-busy="true">
      <span className="track-hero track-bones">
        <span className="bone" />
        <span className="bone" />
        <span className="bone" />
        <span className="bone" />
      </span>
    </output>
  );
}
