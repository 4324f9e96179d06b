import { useEffect, useState } from "react";
import type { Problem } from "../api/problem.ts";
import { useWords } from "../i18n/words.ts";
import { beginLogin, forgetLoginFailure, useLoginFailure } from "../session/begin-login.ts";
import { failureOf } from "../session/failures/failed.ts";
import { FailureBanner } from "../session/failures/failure-later.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { forgetKept, keepShown } from "./kept.ts";
import { isTriedInVain, noteTry } from "./tried.ts";
import "./words.ts";

interface ConfirmSignInProps {
  /** Refusal `accounts.confirm-sign-in`. */
  readonly problem: Problem;
  readonly onClose: () => void;
}

/** Asks a person to confirm at the provider who they are, or says what to do where that cannot help. */
export function ConfirmSignIn({ problem, onClose }: ConfirmSignInProps) {
  const t = useWords("confirm");
  const hall = useWords("hall");
  const failed = useLoginFailure();
  const [isLeaving, setLeaving] = useState(false);
  const { fault, maxAgeS, acr } = wishOf(problem);
  const [isInVain] = useState(() => isTriedInVain(Date.now(), maxAgeS));
  const keep = useKeepAtLeaving();
  const leave = async () => {
    setLeaving(true);
    keep();
    noteTry(Date.now());
    await beginLogin({
      insist: true,
      wanted: {
        ...(maxAgeS > 0 && { max_age: String(maxAgeS) }),
        ...(acr !== "" && { acr_values: acr }),
      },
    });
    setLeaving(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("title")}
      actions={
        <>
          <Button variant="text" onClick={onClose}>
            {isInVain ? hall("ui.close") : hall("forms.cancel")}
          </Button>
          {!isInVain && (
            <Button variant="filled" loading={isLeaving} onClick={() => void leave()}>
              {t("go")}
            </Button>
          )}
        </>
      }
    >
      <div className="stack gap-3">
        <p>{t(isInVain ? `vain.${fault}` : `why.${fault}`, { minutes: Math.round(maxAgeS / 60) })}</p>
        {isInVain ? <p className="quiet">{t("admin")}</p> : <p className="quiet">{t("back")}</p>}
        {failed && (
          <FailureBanner {...failureOf(failed.error)} again={failed.options} onClose={forgetLoginFailure} />
        )}
      </div>
    </Dialog>
  );
}

/**
 * From its press on, what is typed is kept the moment that the page is left. A sign-in that does not begin keeps nothing, one
 * that begins at a second press keeps everything, and a page that the Back button brings back whole needs nothing.
 */
function useKeepAtLeaving(): () => void {
  const [listening] = useState(() => new AbortController());
  useEffect(() => () => listening.abort(), [listening]);
  return () => {
    const { signal } = listening;
    addEventListener("pagehide", keepShown, { signal });
    addEventListener("pageshow", forgetKept, { signal });
  };
}

const FAULTS = ["old", "unknown", "acr"] as const;

function wishOf({ facts }: Problem) {
  const { maxAgeS, acr } = facts;
  return {
    fault: FAULTS.find((one) => one === facts["fault"]) ?? "old",
    maxAgeS: Number(maxAgeS ?? 0),
    acr: typeof acr === "string" ? acr : "",
  };
}
