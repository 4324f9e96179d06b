import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { useMoment } from "#web/ui/facts/moment.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import type { Halt } from "../../contract/findings.ts";
import { findingsApi } from "../../contract/findings.ts";
import { providerText } from "../trace/provider-word.tsx";
import { useMoneyAgain } from "../use-money-again.ts";
import { useMoneyHealth } from "./health.tsx";

/** Why no calls go out to the card provider, what to do, and the way to open it again; nothing while they do. */
export function HaltNote() {
  const halt = useMoneyHealth().data?.halt;
  return halt ? <Halted halt={halt} /> : null;
}

function Halted({ halt }: { halt: Halt }) {
  const t = useWords("money");
  const moment = useMoment();
  const readAgain = useMoneyAgain();
  const reopen = useCommand(findingsApi.reopenPayments, {
    onDone: (after) => {
      readAgain();
      if (after.halt === null) showSnack({ text: t("halt.opened") });
    },
  });
  const { why, code, since, account, met } = halt;
  const again = (
    <Button variant="filled" loading={reopen.isPending} onClick={() => reopen.mutate({})}>
      {t("halt.again")}
    </Button>
  );
  return (
    <div className="stack gap-4">
      <Banner tone="trouble" urgent {...(why !== "restored" && { actions: again })}>
        <p>
          <strong>{t(`halt.${why}.title`)}</strong>
        </p>
        <p>{t(`halt.${why}.text`)}</p>
        <p className="small">
          {t("halt.since", {
            time: moment(since),
            code: code === "" ? "–" : (providerText(code, "answer") ?? code),
          })}
        </p>
      </Banner>
      {why === "other-account" && met !== null && (
        <Banner
          tone="warning"
          actions={
            <Button loading={reopen.isPending} onClick={() => reopen.mutate({ account: met })}>
              {t("halt.take")}
            </Button>
          }
        >
          {t("halt.accounts", { account: account ?? "–", met })}
        </Banner>
      )}
      <RefusalNote error={reopen.error} />
    </div>
  );
}
