import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { type Translate, useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { List, ListItem } from "#web/ui/list.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import { type PushDevice, type PushDevices, pushApi } from "../contract/api.ts";
import { switchOff } from "./this-browser.ts";

interface PushDeviceListProps {
  readonly devices: readonly PushDevice[];
  /** The device that this browser is. */
  readonly hereId: string | undefined;
  readonly onRemoved: (fresh: PushDevices) => Promise<void>;
}

/** Every device of one's own that gets notifications, with the way to end them there. */
export function PushDeviceList({ devices, hereId, onRemoved }: PushDeviceListProps) {
  const t = useWords("push");
  const f = useFormat();
  const zone = useZone();
  const remove = useCommand(pushApi.removePushDevice, {
    onDone: async (fresh, { id }) => {
      const removed = devices.find((one) => one.id === id);
      if (id === hereId) await switchOff();
      await onRemoved(fresh);
      if (removed) showSnack({ text: t("devices.removed", { name: nameOf(t, removed) }) });
    },
  });
  if (devices.length === 0) return null;
  return (
    <>
      <List label={t("devices.title")}>
        {devices.map((device) => {
          const name = nameOf(t, device);
          return (
            <ListItem
              key={device.id}
              className="row-with-ways"
              start={<Icon name="phone" />}
              title={
                <span className="device-name">
                  {name}
                  {device.id === hereId && (
                    <StatusChip tone="done" icon="check-circle">
                      {t("devices.here")}
                    </StatusChip>
                  )}
                </span>
              }
              detail={
                device.reachedAt === null
                  ? t("devices.since", { date: f.date(device.madeAt, zone) })
                  : t("devices.reached", { time: f.dateTime(device.reachedAt, zone) })
              }
              end={
                <Button
                  variant="text"
                  tone="danger"
                  loading={remove.isPending && remove.variables?.id === device.id}
                  aria-label={t("devices.remove-named", { name })}
                  onClick={() => remove.mutate({ id: device.id })}
                >
                  {t("devices.remove")}
                </Button>
              }
            />
          );
        })}
      </List>
      <RefusalNote error={remove.error} />
    </>
  );
}

function nameOf(t: Translate<"push">, { browser, system }: PushDevice): string {
  if (browser !== null && system !== null) return t("devices.name", { browser, system });
  return browser ?? system ?? t("devices.unknown");
}
