import { useState } from "react";
import type { Problem } from "../api/problem.ts";
import { useWords } from "../i18n/words.ts";
import { beginLogin, forgetLoginFailure, useLoginFailure } from "../session/begin-login.ts";
import { failureOf } from "../session/failures/failed.ts";
import { FailureBanner } from "../session/failures/failure-later.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { keepShown } from "./kept.ts";
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
  const leave = async () => {
    setLeaving(true);
    keepShown();
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

const FAULTS = ["old", "unknown", "acr"] as const;

function wishOf({ facts }: Problem) {
  const { maxAgeS, acr } = facts;
  return {
    fault: FAULTS.find((one) => one === facts["fault"]) ?? "old",
    maxAgeS: Number(maxAgeS ?? 0),
    acr: typeof acr === "string" ? acr : "",
  };
}
