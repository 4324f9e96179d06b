import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { Switch } from "#web/ui/choice.tsx";
import { reportsApi } from "../contract/api.ts";

const KEY = ["reports", "mail"];

/** Switches the reader's own weekly mail. */
export function WeeklySwitch() {
  const t = useWords("reports");
  const client = useQueryClient();
  const read = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(reportsApi.readWeeklyMail, {}, { signal }),
  });
  const change = useCommand(reportsApi.switchWeeklyMail, {
    onDone: (reply) => client.setQueryData(KEY, reply),
  });
  if (!read.data) return null;
  const { on, address } = read.data;
  return (
    <Card title={t("mail.title")}>
      <Switch
        label={t("mail.switch")}
        checked={change.isPending ? change.variables?.on === true : on}
        disabled={change.isPending || (address === null && !on)}
        hint={address === null ? t("mail.no-address") : t("mail.hint", { address })}
        onChange={(wanted) => change.mutate({ on: wanted })}
      />
      <RefusalNote error={change.error} />
    </Card>
  );
}
