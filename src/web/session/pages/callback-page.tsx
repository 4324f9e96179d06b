import { useEffect, useState } from "react";
import { useWords } from "../../i18n/words.ts";
import { go } from "../../shell/navigate.ts";
import { Progress } from "../../ui/progress.tsx";
import { takeAnswer } from "../driver/callback-answer.ts";
import { failureOf } from "../failures/failed.ts";
import { FailureMessage } from "../failures/failure-later.tsx";
import { auth } from "../session.ts";
import { lastWish, useLoginFailure } from "../begin-login.ts";

let finishing: Promise<string> | undefined;

/**
 * Finishes the answer that this page was opened with; once, however often the page renders. Without one (a
 * bookmark) the driver leads a signed-in person on, and shows everybody else that the link is an old one.
 */
function finishOnce(): Promise<string> {
  const answer = takeAnswer();
  if (answer) finishing = auth().finish(answer);
  return finishing ?? auth().finish(new URL(location.href));
}

/** Landing page of the provider's redirect: finishes signing in and goes on to the page they came from. */
export function CallbackPage() {
  const [failed, setFailed] = useState<unknown>();
  const pressed = useLoginFailure();
  useEffect(() => {
    finishOnce().then((path) => go(path, { replace: true }), setFailed);
  }, []);
  const error = pressed?.error ?? failed;
  if (error === undefined) return <Finishing />;
  const { code, facts, wanted } = failureOf(error);
  return <FailureMessage code={code} facts={facts} again={{ returnTo: lastWish(), wanted }} />;
}

/** Shown while a sign-in is being finished. */
export function Finishing() {
  const t = useWords("hall");
  return (
    <div className="message">
      <h1 className="title-large">{t("session.finishing")}</h1>
      <Progress label={t("ui.loading")} />
    </div>
  );
}
