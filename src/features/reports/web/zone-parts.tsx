import { scopeOf } from "#kernel/permission.ts";
import { Swatch } from "#features/zones/web/public-parts.ts";
import { useWords } from "#web/i18n/words.ts";
import { rolesOf, useSession } from "#web/session/session.ts";
import { Button } from "#web/ui/button.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import type { ShownZone } from "../contract/api.ts";

interface ZoneTextProps {
  zone: ShownZone | undefined;
  name: string;
}

/** A zone's name behind its colour; one that is gone has none, nor have places outside all zones. */
export function ZoneText({ zone, name }: ZoneTextProps) {
  return (
    <span className="report-zone">
      {zone && <Swatch colour={zone.colour} />}
      <span dir="auto">{name}</span>
    </span>
  );
}

/** Stands for the numbers of a company that has drawn no zones: who draws them, and where. */
export function NoZones() {
  const t = useWords("reports");
  const roles = rolesOf(useSession());
  const mayDraw = scopeOf({ roles }, "area:edit") !== undefined;
  return (
    <StateMessage
      kind="empty"
      icon="lasso"
      title={t("zones.none")}
      action={
        mayDraw && (
          <Button icon="lasso" href="/a/zones">
            {t("zones.draw")}
          </Button>
        )
      }
    >
      <p>{t(mayDraw ? "zones.none-text" : "zones.by-admin")}</p>
    </StateMessage>
  );
}
