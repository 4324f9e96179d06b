import { useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { ShowMore } from "#web/api/show-more.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { usePages } from "#web/api/use-pages.ts";
import { useWords } from "#web/i18n/words.ts";
import { onLive, onResync, useLive } from "#web/live/live.ts";
import { logout } from "#web/session/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { List } from "#web/ui/list.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { sessionsEnded } from "../contract/events.ts";
import { type Device, sessionsApi } from "../contract/sessions.ts";
import { DeviceRow, nameOfDevice } from "./device-row.tsx";
import { EndOthers } from "./end-others.tsx";

const DEVICES_KEY = ["my-devices"];
const PAGE = 10;

/** Lists my sessions, with buttons to end one of them, all others, or all. */
export function DevicesCard({ onEverywhere }: { onEverywhere: () => void }) {
  const t = useWords("accounts");
  const queries = useQueryClient();
  const { list, items: devices } = usePages(DEVICES_KEY, (from, options) =>
    call(sessionsApi.listMySessions, { limit: PAGE, ...from }, options),
  );
  const again = () => void queries.invalidateQueries({ queryKey: DEVICES_KEY });
  useLive([onLive(sessionsEnded, again), onResync(again)]);
  const hasOthers = devices?.some((device) => !device.here) === true;
  return (
    <Card
      title={t("devices.title")}
      actions={
        <>
          {hasOthers && <EndOthers onEnded={again} />}
          <Button variant="outlined" tone="danger" icon="logout" onClick={onEverywhere}>
            {t("everywhere.do")}
          </Button>
        </>
      }
    >
      <p className="quiet">{t("devices.text")}</p>
      {list.isPending && <Skeleton look="rows" lines={3} />}
      {devices === undefined && list.error !== null && (
        <ProblemMessage error={list.error} onRetry={() => void list.refetch()} />
      )}
      {devices !== undefined && (
        <>
          <RefusalNote error={list.error} onRetry={() => void list.refetch()} />
          <Devices devices={devices} onEnded={again} />
        </>
      )}
      <ShowMore list={list} />
    </Card>
  );
}

function Devices({ devices, onEnded }: { devices: readonly Device[]; onEnded: () => void }) {
  const t = useWords("accounts");
  const end = useCommand(sessionsApi.endMySession, {
    onDone: (_reply, { id }) => {
      const ended = devices.find((device) => device.id === id);
      if (ended) showSnack({ text: t("devices.ended", { name: nameOfDevice(t, ended) }) });
      onEnded();
    },
  });
  const endingId = end.isPending ? end.variables?.id : undefined;
  if (devices.length === 0)
    return (
      <StateMessage kind="empty" icon="system" title={t("devices.empty.title")}>
        <p>{t("devices.empty.text")}</p>
      </StateMessage>
    );
  return (
    <>
      <List label={t("devices.title")}>
        {devices.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            isEnding={endingId === device.id}
            onEnd={() => (device.here ? void logout() : end.mutate({ id: device.id }))}
          />
        ))}
      </List>
      <RefusalNote error={end.error} />
    </>
  );
}
