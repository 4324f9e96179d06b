import { lazy, Suspense, useEffect, useRef } from "react";
import { loadWords, useWords } from "../i18n/words.ts";
import { usePersonChanges } from "../session/driver/person-changes.ts";
import { StateMessage } from "../ui/state-message.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Snackbar } from "../ui/snackbar.tsx";
import { AppBar } from "./app-bar.tsx";
import { Nav } from "./nav.tsx";
import { DemoStrip, UpdateNotice } from "./notices.tsx";
import { OptionalPart } from "./optional-part.tsx";
import { PageFault } from "./page-fault.tsx";
import { PageFrame } from "./page-frame.tsx";
import type { Frame } from "./pages.ts";
import { Boundary, usePending, useRouter, useShown } from "./router-view.tsx";
import { SessionGate } from "./session/session-gate.tsx";
import { SessionNotices } from "./session/session-notices-later.tsx";
import { TourSlot } from "./tour-slot.tsx";

/** Everything around a page: bar, navigation, notices, and the place where snacks appear. */
export function Shell() {
  const t = useWords("hall");
  const router = useRouter();
  const shown = useShown();
  const frame = shown?.page?.frame ?? "public";
  const place = shown?.pathname ?? "";
  // Another person: nothing that the first one saw or typed stays on the page.
  const person = usePersonChanges();
  useDensity(frame);
  usePagesAhead(frame);
  useFocusOnPageChange(place);
  return (
    <div className={`shell shell-${frame}`} aria-busy={usePending()}>
      <a className="skip" href="#main">
        {t("shell.skip")}
      </a>
      <DemoStrip />
      <TourSlot place={place} />
      {frame !== "bare" && <AppBar place={place} />}
      {frame !== "bare" && <Nav path={place} />}
      <main id="main" tabIndex={-1}>
        <UpdateNotice />
        <SessionNotices place={place} />
        <Boundary place={place} fallback={PageFault}>
          <Suspense fallback={<Skeleton lines={6} />}>
            <SessionGate place={place}>
              {shown && <Content key={`${place} ${person}`} shown={shown} onRetry={router.retry} />}
            </SessionGate>
          </Suspense>
        </Boundary>
      </main>
      <Snackbar />
      {frame === "office" && (
        <OptionalPart place={place}>
          <Suspense fallback={null}>
            <PageKeys />
          </Suspense>
        </OptionalPart>
      )}
    </div>
  );
}

/** Without its code the page goes on without it. */
const PageKeys = lazy(() =>
  Promise.all([import("../keys/page-keys.tsx"), loadWords("keys")]).then(
    ([module]) => ({ default: module.PageKeys }),
    () => ({ default: () => <></> }),
  ),
);

const fetchCallback = () => import("../session/pages/callback-page.tsx");
const fetchStart = () => import("../session/pages/start-page.tsx");
const CallbackPage = lazy(() => fetchCallback().then((module) => ({ default: module.CallbackPage })));
const StartPage = lazy(() => fetchStart().then((module) => ({ default: module.StartPage })));

/** Fetches the page of a sign-in beside the first words. */
export function fetchSignInPage(pathname: string): void {
  if (pathname === "/auth/callback") fetchCallback().catch(() => undefined);
  if (pathname === "/auth/start") fetchStart().catch(() => undefined);
}

function Content({
  shown,
  onRetry,
}: {
  shown: NonNullable<ReturnType<typeof useShown>>;
  onRetry: () => void;
}) {
  if (shown.pathname === "/auth/callback") return <CallbackPage />;
  if (shown.pathname === "/auth/start") return <StartPage />;
  if (shown.failed !== undefined) return <PageFault error={shown.failed} onRetry={onRetry} />;
  if (!shown.page || !shown.Page) return <StateMessage page kind="not-found" />;
  return <PageFrame shown={shown} page={shown.page} Page={shown.Page} />;
}

const DENSITY: Readonly<Record<Frame, string>> = {
  public: "normal",
  bare: "normal",
  office: "compact",
  courier: "large",
};

function useDensity(frame: Frame): void {
  useEffect(() => {
    document.documentElement.dataset["density"] = DENSITY[frame];
  }, [frame]);
}

/** A courier's pages are fetched with the first of them, after it is painted. */
function usePagesAhead(frame: Frame): void {
  const router = useRouter();
  useEffect(() => {
    if (frame !== "courier") return;
    import("../offline/pages-ahead.ts").then(
      ({ fetchAhead }) => fetchAhead(() => router.preloadFrame(frame)),
      () => undefined,
    );
  }, [frame, router]);
}

/**
 * Screen readers and the keyboard start at the new page's content, as they would on a page that was loaded. The first one
 * after a sign-in is loaded: while it comes, somebody may be at work in the bar.
 */
function useFocusOnPageChange(place: string): void {
  const last = useRef("");
  useEffect(() => {
    if (last.current && last.current !== "/auth/callback")
      document.getElementById("main")?.focus({ preventScroll: true });
    last.current = place;
  }, [place]);
}
