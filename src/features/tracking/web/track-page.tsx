import "#web/ui/styles/status.css";
import "./hero.css";
import "./track.css";
import "./words.ts";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { isProblem, Problem } from "#web/api/problem.ts";
import { refusalText } from "#web/api/refusal-text.ts";
import { useFormat } from "#web/i18n/format.ts";
import { type Translate, useWords } from "#web/i18n/words.ts";
import { useOnline } from "#web/shell/online.ts";
import { useTitle } from "#web/shell/use-title.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import type { TrackingView } from "../contract/api.ts";
import type { PageForms, PageState } from "../contract/page.ts";
import { CollectCard } from "./collect-card.tsx";
import { CourierCard } from "./courier-card.tsx";
import { Details, Handover, History } from "./details.tsx";
import { Hero, titleOf } from "./hero.tsx";
import { STATE_LOOK } from "./look.ts";
import { PinCard } from "./pin-card.tsx";
import { useServerNow } from "./use-minute.ts";
import { watchDelivery, type Watched } from "./watch.ts";

export interface SlotGiven {
  readonly token: string;
  readonly view: TrackingView;
  /** Absent where the server did not draw the page: then nothing of it works without a script. */
  readonly forms: PageForms | undefined;
  /** Reads the delivery anew. */
  readonly refresh: () => void;
}

export interface TrackPageProps {
  readonly token: string;
  /** State that the server found; absent where the page begins empty. */
  readonly drawn?: PageState | undefined;
  /** Cards of later rooms, between the arrival and the history. */
  readonly slot?: (given: SlotGiven) => ReactNode;
  /** Under the words about the handover. */
  readonly pictures?: (given: SlotGiven) => ReactNode;
}

/** One delivery, for whoever holds its link: no account, no router, nothing that a stranger should know. */
export function TrackPage({ token, drawn, slot, pictures }: TrackPageProps) {
  const t = useWords("tracking");
  const [watch] = useState(() => watchDelivery(token, drawn && watchedOf(drawn)));
  const state = useSyncExternalStore(watch.subscribe, watch.now, watch.now);
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
      return <Failed error={state.error} refresh={watch.refresh} />;
    case "shown": {
      const forms = drawn?.at === "shown" ? drawn.forms : undefined;
      const given = { token, view: state.view, forms, refresh: watch.refresh };
      return (
        <Shown watched={state} refresh={watch.refresh} pictures={pictures?.(given)}>
          {slot?.(given)}
        </Shown>
      );
    }
  }
}

/** State that the server found, as this page would have found it. */
function watchedOf(drawn: PageState): Watched {
  if (drawn.at === "unknown") return drawn;
  if (drawn.at === "failed") return { at: "failed", error: new Problem(drawn.code, drawn) };
  return { at: "shown", view: drawn.view, asOf: drawnAt(), stale: false, live: false };
}

/** When the document came, by this device's clock. */
function drawnAt(): number {
  if (typeof document !== "object") return 0;
  const [came] = performance.getEntriesByType("navigation");
  const ms = came instanceof PerformanceNavigationTiming ? came.responseEnd : performance.now();
  return Math.round(performance.timeOrigin + ms);
}

/** A reading that failed. The way out is a link, so that it works without a script. */
function Failed({ error, refresh }: { error: unknown; refresh: () => void }) {
  const t = useWords("hall");
  const kind = isProblem(error, "http.offline") ? "offline" : "error";
  return (
    <StateMessage page kind={kind} action={<Again refresh={refresh}>{t("state.again")}</Again>}>
      <p>{refusalText(error)}</p>
    </StateMessage>
  );
}

/** Reads anew: by the script where it is there, by loading the page again where it is not. */
function Again({
  refresh,
  children,
  quiet = false,
}: {
  refresh: () => void;
  children: ReactNode;
  quiet?: boolean;
}) {
  return (
    <Button
      href=""
      icon="refresh"
      variant={quiet ? "text" : "tonal"}
      onClick={(event) => {
        event.preventDefault();
        refresh();
      }}
    >
      {children}
    </Button>
  );
}

type ShownState = Extract<Watched, { at: "shown" }>;

interface ShownProps {
  readonly watched: ShownState;
  readonly refresh: () => void;
  readonly pictures: ReactNode;
  readonly children: ReactNode;
}

function Shown({ watched, refresh, pictures, children }: ShownProps) {
  const t = useWords("tracking");
  const { view } = watched;
  const now = useServerNow(watched);
  useTitle(headlineOf(view, t));
  return (
    <article className={`track tone-${STATE_LOOK[view.state].tone}`} data-state={view.state}>
      <Freshness watched={watched} />
      <Hero view={view} now={now} />
      {view.collect && <CollectCard view={view} collect={view.collect} />}
      {view.pin !== null && <PinCard pin={view.pin} />}
      {view.courier && <CourierCard view={view} courier={view.courier} now={now} />}
      {children}
      {view.proof && (
        <Handover view={view} proof={view.proof}>
          {pictures}
        </Handover>
      )}
      <div className="track-more">
        <History view={view} />
        <Details view={view} />
      </div>
      <Foot watched={watched} now={now} refresh={refresh} />
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

/** State and number, as the document is called. */
export const headlineOf = (view: TrackingView, t: Translate<"tracking">): string =>
  t("page.title", { headline: titleOf(view, t), number: view.number });

function Foot({ watched, now, refresh }: { watched: ShownState; now: number; refresh: () => void }) {
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
        <Again quiet refresh={refresh}>
          {t("live.refresh")}
        </Again>
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
