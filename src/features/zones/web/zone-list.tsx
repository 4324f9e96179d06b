import { type ReactNode, useState } from "react";
import { refusalSentence } from "#web/api/refusal-text.ts";
import { useOrder } from "#web/drafts/use-order.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { useLatest } from "#web/ui/use-latest.ts";
import type { Zones } from "../contract/api.ts";
import type { Zone } from "../domain/zone.ts";
import { areaM2, type ZoneFault } from "../domain/zone-faults.ts";
import { Swatch } from "./swatch.tsx";

interface ZoneListProps {
  zones: readonly Zone[];
  uses: Zones["uses"];
  faults: readonly ZoneFault[];
  add: ReactNode;
  onChange: (zones: readonly Zone[]) => void;
  onChoose: (code: string) => void;
}

/** The zones in the order in which they are asked. */
export function ZoneList({ zones, uses, faults, add, onChange, onChoose }: ZoneListProps) {
  const t = useWords("zones");
  const f = useFormat();
  const [blocked, setBlocked] = useState<{ zone: string; rules: string }>();
  const latest = useLatest(zones);
  const nameOf = ({ name }: Zone) => name || t("zone.unnamed");
  const { move, keys, focusNext, said } = useOrder(zones, onChange, (zone, place) =>
    t("zone.moved", { name: nameOf(zone), ...place }),
  );
  const rulesOf = ({ code }: Zone) => uses.find((use) => use.code === code)?.rules ?? [];
  const remove = (at: number) => {
    const zone = zones[at];
    if (!zone) return;
    const rules = rulesOf(zone);
    if (rules.length > 0) return setBlocked({ zone: nameOf(zone), rules: f.list(rules) });
    setBlocked(undefined);
    focusNext(`zone-${(zones[at + 1] ?? zones[at - 1])?.code ?? ""}-edit`);
    onChange(zones.toSpliced(at, 1));
    const undo = () => onChange(latest.current.toSpliced(Math.min(at, latest.current.length), 0, zone));
    showSnack({ text: t("zone.removed", { name: nameOf(zone) }), undo, topic: "zones" });
  };
  if (zones.length === 0)
    return (
      <StateMessage kind="empty" icon="map" title={t("none.title")} action={add}>
        <p>{t("none.text")}</p>
      </StateMessage>
    );
  return (
    <Card title={t("list.title")} aside={add}>
      <p className="quiet small">{t("list.order")}</p>
      {blocked && (
        <Banner tone="warning" urgent>
          {t("refusal.in-use", blocked)}
        </Banner>
      )}
      <ol className="zone-list" aria-label={t("list.title")}>
        {zones.map((zone, at) => {
          const name = nameOf(zone);
          const id = `zone-${zone.code}`;
          return (
            // The keys belong to the row's own buttons: Alt with an arrow moves the zone whose button has the focus.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li key={zone.code} className="zone-row" data-testid="zone" onKeyDown={keys(at)}>
              <Swatch colour={zone.colour} />
              <span className="choice-text">
                <span className="strong" dir="auto">
                  {name}
                </span>
                <span className="quiet small">
                  {t("zone.size", {
                    size: f.number(areaM2(zone.polygon.coordinates[0] ?? []) / 1e6, {
                      maximumSignificantDigits: 3,
                    }),
                  })}
                  {" · "}
                  {t("zone.rules", { n: rulesOf(zone).length })}
                </span>
                {faults
                  .filter((fault) => fault.at === at)
                  .map(({ path, code }) => (
                    <span key={path + code} className="field-error">
                      <Icon name="error" size="small" />
                      {refusalSentence(`zones.${code}`)}
                    </span>
                  ))}
              </span>
              <span className="zone-tools">
                <IconButton
                  id={`${id}-up`}
                  icon="up"
                  label={t("zone.up", { name })}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                />
                <IconButton
                  id={`${id}-down`}
                  icon="down"
                  label={t("zone.down", { name })}
                  disabled={at === zones.length - 1}
                  onClick={() => move(at, at + 1)}
                />
                <IconButton
                  id={`${id}-edit`}
                  icon="edit"
                  label={t("zone.edit", { name })}
                  onClick={() => onChoose(zone.code)}
                />
                <IconButton
                  id={`${id}-remove`}
                  icon="delete"
                  label={t("zone.remove", { name })}
                  onClick={() => remove(at)}
                />
              </span>
            </li>
          );
        })}
      </ol>
      <p className="hidden-text" aria-live="polite">
        {said}
      </p>
    </Card>
  );
}
