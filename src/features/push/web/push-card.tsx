import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { rolesOf, useSession } from "#web/session/session.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Card } from "#web/ui/card.tsx";
import { Switch } from "#web/ui/choice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type PushDevices, pushApi } from "../contract/api.ts";
import { PushDeviceList } from "./device-list.tsx";
import { lookHere, NotSwitchedOn, switchOff, switchOn, type ThisBrowser } from "./this-browser.ts";

const DEVICES_KEY = ["push-devices"];
const HERE_KEY = ["push-here"];

/** The switch for notifications on this device, and every device that gets them. Others than couriers and senders get none. */
export function PushCard() {
  const t = useWords("push");
  const roles = rolesOf(useSession());
  const isCourier = roles.includes("courier");
  const devices = useQuery({
    queryKey: DEVICES_KEY,
    queryFn: ({ signal }) => call(pushApi.listPushDevices, {}, { signal }),
  });
  const here = useQuery({ queryKey: HERE_KEY, queryFn: lookHere, networkMode: "always" });
  if (!isCourier && !roles.includes("sender")) return null;
  return (
    <Card title={t("title")}>
      <p className="quiet">{t(isCourier ? "text.courier" : "text.sender")}</p>
      {devices.data && here.data ? (
        <Standing known={devices.data} here={here.data} />
      ) : devices.isPending ? (
        <Skeleton look="rows" lines={2} />
      ) : (
        <ProblemMessage error={devices.error} onRetry={() => void devices.refetch()} />
      )}
    </Card>
  );
}

interface StandingProps {
  readonly known: PushDevices;
  readonly here: ThisBrowser;
}

function Standing({ known, here }: StandingProps) {
  const t = useWords("push");
  const queries = useQueryClient();
  const mine = known.devices.find(({ mark }) => mark === here.mark);
  const keep = async (fresh: PushDevices) => {
    queries.setQueryData(DEVICES_KEY, fresh);
    await queries.invalidateQueries({ queryKey: HERE_KEY });
  };
  const change = useMutation({
    mutationFn: async (on: boolean) => {
      if (on) return switchOn(known);
      await switchOff();
      return mine ? call(pushApi.removePushDevice, { id: mine.id }) : known;
    },
    onSuccess: keep,
    onError: () => queries.invalidateQueries({ queryKey: HERE_KEY }),
  });
  return (
    <div className="stack gap-3">
      {here.ability === "able" ? (
        <Switch
          label={t("switch")}
          hint={t("lock")}
          checked={change.isPending ? change.variables : mine !== undefined}
          disabled={change.isPending}
          onChange={(on) => change.mutate(on)}
        />
      ) : (
        <Banner tone={here.ability === "blocked" ? "warning" : "info"}>{t(`cannot.${here.ability}`)}</Banner>
      )}
      <Fault error={change.error} isBlocked={here.ability === "blocked"} />
      <PushDeviceList devices={known.devices} hereId={mine?.id} onRemoved={keep} />
    </div>
  );
}

function Fault({ error, isBlocked }: { readonly error: unknown; readonly isBlocked: boolean }) {
  const t = useWords("push");
  if (!(error instanceof NotSwitchedOn)) return <RefusalNote error={error} />;
  if (isBlocked) return null;
  return (
    <Banner tone="warning" urgent>
      {t(error.why === "blocked" ? "cannot.blocked" : `failed.${error.why}`)}
    </Banner>
  );
}
