import { useEffect, useState } from "react";
import { useWords } from "../i18n/words.ts";
import { go } from "../shell/navigate.ts";
import { Button } from "../ui/button.tsx";
import { Face } from "../ui/face.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { useAuthText } from "./auth-text.ts";
import { takeAnswer } from "./callback-answer.ts";
import { auth, login } from "./session.ts";

let finishing: Promise<string> | undefined;

/** Finishes the answer that this page was opened with; once, however often the page renders. */
function finishOnce(): Promise<string> {
  const answer = takeAnswer();
  if (answer) finishing = auth().finish(answer);
  return finishing ?? Promise.resolve("/");
}

/** Where the provider sends people back to: finishes signing in and goes on to the page they came from. */
export function CallbackPage() {
  const t = useWords("hall");
  const describe = useAuthText();
  const [failed, setFailed] = useState<unknown>();
  useEffect(() => {
    finishOnce().then((path) => go(path, { replace: true }), setFailed);
  }, []);
  if (failed === undefined) return <Skeleton lines={4} />;
  return (
    <Face
      kind="signed-out"
      title={t("session.failed.title")}
      action={
        <Button variant="filled" icon="login" onClick={() => void login({ returnTo: "/" }).catch(setFailed)}>
          {t("session.again")}
        </Button>
      }
    >
      <p>{describe(failed)}</p>
    </Face>
  );
}
