import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { ProblemFace, RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords, type Translate } from "#web/i18n/words.ts";
import { onLive, onResync, useLive } from "#web/live/live.ts";
import { useZone } from "#web/session/config.ts";
import { logout } from "#web/session/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Face } from "#web/ui/face.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { List, ListItem } from "#web/ui/list.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import { sessionsEnded } from "../contract/events.ts";
import { type Device, sessionsApi } from "../contract/sessions.ts";

const DEVICES_KEY = ["my-devices"];
const PAGE = 10;
const ICONS = { phone: "phone", tablet: "tablet", desktop: "system" } as const;

/** Where I am signed in, and the way to sign one of them out. */
export function DevicesCard() {
  const t = useWords("accounts");
  const queries = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: DEVICES_KEY,
    queryFn: ({ pageParam, signal }) =>
      call(
        sessionsApi.listMySessions,
        { limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
  const again = () => void queries.invalidateQueries({ queryKey: DEVICES_KEY });
  useLive([onLive(sessionsEnded, again), onResync(again)]);
  const devices = list.data?.pages.flatMap((page) => page.items);
  return (
    <Card title={t("devices.title")}>
      <p className="quiet">{t("devices.text")}</p>
      {list.isPending && <Skeleton look="rows" lines={3} />}
      {devices === undefined && list.error !== null && (
        <ProblemFace error={list.error} onRetry={() => void list.refetch()} />
      )}
      {devices !== undefined && (
        <>
          <RefusalNote error={list.error} onRetry={() => void list.refetch()} />
          <Devices devices={devices} onEnded={again} />
        </>
      )}
      {list.hasNextPage && (
        <Button
          variant="outlined"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t("people.more")}
        </Button>
      )}
    </Card>
  );
}

function Devices({ devices, onEnded }: { devices: readonly Device[]; onEnded: () => void }) {
  const t = useWords("accounts");
  const end = useCommand(sessionsApi.endMySession, {
    onDone: (_reply, { id }) => {
      const ended = devices.find((device) => device.id === id);
      if (ended) showSnack({ text: t("devices.ended", { name: nameOf(t, ended) }) });
      onEnded();
    },
  });
  const endingId = end.isPending ? end.variables?.id : undefined;
  if (devices.length === 0)
    return (
      <Face kind="empty" icon="system" title={t("devices.empty.title")}>
        <p>{t("devices.empty.text")}</p>
      </Face>
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

interface DeviceRowProps {
  device: Device;
  isEnding: boolean;
  onEnd: () => void;
}

function DeviceRow({ device, isEnding, onEnd }: DeviceRowProps) {
  const t = useWords("accounts");
  const f = useFormat();
  const zone = useZone();
  const name = nameOf(t, device);
  return (
    <ListItem
      className="device"
      start={<Icon name={ICONS[device.form ?? "desktop"]} />}
      title={
        <span className="device-name">
          {name}
          {device.here && (
            <StatusChip tone="done" icon="check-circle">
              {t("devices.here")}
            </StatusChip>
          )}
        </span>
      }
      detail={
        <span className="choice-text">
          <span>
            {t("devices.seen", {
              last: f.dateTime(device.lastSeenAt, zone),
              first: f.date(device.firstSeenAt, zone),
            })}
          </span>
          {device.bound && <span>{t("devices.bound")}</span>}
        </span>
      }
      end={
        <Button
          variant="text"
          tone="danger"
          loading={isEnding}
          aria-label={t("devices.end-named", { name })}
          onClick={onEnd}
        >
          {t("devices.end")}
        </Button>
      }
    />
  );
}

/** "Chrome on Android", or as much of it as the browser told. */
function nameOf(t: Translate<"accounts">, { browser, system }: Device): string {
  if (browser !== null && system !== null) return t("devices.name", { browser, system });
  return browser ?? system ?? t("devices.unknown");
}
