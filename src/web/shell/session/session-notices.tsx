import { Suspense, useEffect, useState } from "react";
import { loadWords } from "../../i18n/words.ts";
import { dropDraftsAside } from "../../session/storage/drafts-aside.ts";
import { failureOf } from "../../session/failures/failed.ts";
import { FailureBanner, fetchFailureMessages } from "../../session/failures/failure-later.tsx";
import type { Notice } from "../../session/port.ts";
import { auth, useNotices, useSession } from "../../session/session.ts";
import { forgetLoginFailure, useLoginFailure, usePageExplains } from "../../session/begin-login.ts";
import { REFUSED, settle } from "./session-gate.tsx";

/** Notices of the sign-in over a page that goes on: news, a press without effect, a session that ended. */
export function SessionNotices({ place }: { place: string }) {
  usePreloadedMessages();
  return (
    <Suspense fallback={null}>
      <News />
      <Trouble key={place} />
    </Suspense>
  );
}

function News() {
  return useNotices()
    .filter(({ code }) => code !== REFUSED)
    .map((notice) => (
      <FailureBanner
        key={notice.code}
        {...notice}
        onRetry={() => settle(notice)}
        onClose={() => close(notice)}
      />
    ));
}

function close({ code }: Notice): void {
  if (code === "person-switched") dropDraftsAside();
  auth().dismiss(code);
}

/** Only where the page does not say it itself; a press that failed is forgotten with the page that it was made on. */
function Trouble() {
  useEffect(() => forgetLoginFailure, []);
  const session = useSession();
  const pressed = useLoginFailure();
  const explained = usePageExplains();
  const [closed, setClosed] = useState<unknown>();
  if (explained || session.kind !== "signed-out") return null;
  if (pressed)
    return (
      <FailureBanner {...failureOf(pressed.error)} again={pressed.options} onClose={forgetLoginFailure} />
    );
  if (session.trouble === undefined || closed === session) return null;
  return (
    <FailureBanner
      code={session.trouble}
      {...(session.facts && { facts: session.facts })}
      onClose={() => setClosed(session)}
    />
  );
}

/** Messages and sentences are fetched while all is well: when they are needed, the network may be gone. */
function usePreloadedMessages(): void {
  useEffect(() => {
    const fetchThem = () =>
      void Promise.all([loadWords("session"), fetchFailureMessages()]).catch(() => undefined);
    if (!("requestIdleCallback" in globalThis)) return fetchThem();
    const idle = requestIdleCallback(fetchThem);
    return () => cancelIdleCallback(idle);
  }, []);
}
