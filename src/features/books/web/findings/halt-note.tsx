import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { findingsApi } from "../../contract/findings.ts";
import type { Halt } from "../../contract/findings.ts";
import { gateApi } from "../../contract/gate.ts";
import { providerText } from "../trace/provider-word.tsx";
import { READ_EVERY } from "#features/payments/web/public-parts.ts";
import { useMoneyAgain } from "../use-money-again.ts";

/** Why no calls go out to the card provider, what to do, and the way to open it again; nothing while they do. */
export function HaltNote() {
  const health = useQuery({
    queryKey: ["money", "health"],
    queryFn: ({ signal }) => call(findingsApi.readMoneyHealth, {}, { signal }),
    refetchInterval: READ_EVERY.everyMs,
  });
  const halt = health.data?.halt;
  return halt ? <Halted halt={halt} /> : null;
}

function Halted({ halt }: { halt: Halt }) {
  const t = useWords("money");
  const f = useFormat();
  const zone = useZone();
  const readAgain = useMoneyAgain();
  const reopen = useCommand(gateApi.reopenPayments, {
    onDone: (after) => {
      readAgain();
      if (after.halt === null) showSnack({ text: t("halt.opened") });
    },
  });
  const { why, code, since, account, met } = halt;
  const time = `${f.day(since, zone)} ${f.time(since, zone)}`;
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
          {t("halt.since", { time, code: code === "" ? "–" : (providerText(code, "told") ?? code) })}
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
