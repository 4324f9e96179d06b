import { useFormat } from "#web/i18n/format.ts";
import { useWords, type Translate } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { ListItem } from "#web/ui/list.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import type { Device } from "../contract/sessions.ts";

const ICONS = { phone: "phone", tablet: "tablet", desktop: "system" } as const;

interface DeviceRowProps {
  device: Device;
  isEnding: boolean;
  onEnd: () => void;
}

/** One place where this person is signed in, and the way out of it. */
export function DeviceRow({ device, isEnding, onEnd }: DeviceRowProps) {
  const t = useWords("accounts");
  const f = useFormat();
  const zone = useZone();
  const name = nameOfDevice(t, device);
  return (
    <ListItem
      className="row-with-ways"
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

/** "Chrome on Android", or as much of it as the browser said. */
export function nameOfDevice(t: Translate<"accounts">, { browser, system }: Device): string {
  if (browser !== null && system !== null) return t("devices.name", { browser, system });
  return browser ?? system ?? t("devices.unknown");
}
