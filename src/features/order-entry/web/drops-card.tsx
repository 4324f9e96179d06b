import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { List, ListItem } from "#web/ui/list.tsx";
import { TOGETHER_MOST } from "../contract/api.ts";
import type { Drops, KeptDrop } from "./drops.ts";

interface DropsCardProps {
  readonly drops: Drops["drops"];
  /** Place of the drop that the server gives no price. */
  readonly refusedAt: number | undefined;
  /** A press without an answer is settled first. */
  readonly isWaiting: boolean;
  readonly onAdd: () => void;
  readonly onEdit: (at: number) => void;
  readonly onRemove: (at: number) => void;
}

/** Drops of the same pickup that are entered already, and the way to one more. */
export function DropsCard({ drops, refusedAt, isWaiting, onAdd, onEdit, onRemove }: DropsCardProps) {
  const t = useWords("order-entry");
  const isFull = drops.length >= TOGETHER_MOST - 1;
  return (
    <Card title={t("drops.title")} className="entry-card">
      {drops.length > 0 && (
        <List label={t("drops.title")} ordered>
          {drops.map((drop, at) => (
            <Row
              key={at}
              drop={drop}
              at={at}
              isRefused={refusedAt === at}
              onEdit={() => onEdit(at)}
              onRemove={() => onRemove(at)}
            />
          ))}
        </List>
      )}
      <p className="small quiet">{isFull ? t("drops.full", { n: TOGETHER_MOST }) : t("drops.text")}</p>
      {!isFull && (
        <Button icon="add" className="entry-add-drop" disabled={isWaiting} onClick={onAdd}>
          {t("drops.add")}
        </Button>
      )}
    </Card>
  );
}

interface RowProps {
  readonly drop: KeptDrop;
  readonly at: number;
  readonly isRefused: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function Row({ drop, at, isRefused, onEdit, onRemove }: RowProps) {
  const t = useWords("order-entry");
  const step = useWords("book");
  const format = useFormat();
  const zone = useZone();
  const { recipient, dropoff, parcels, windowStart, windowEnd } = drop;
  return (
    <ListItem
      start={at + 1}
      title={
        <>
          <bdi>{recipient.name}</bdi> · <bdi>{dropoff?.label}</bdi>
        </>
      }
      detail={
        <>
          {format.window({ start: windowStart, end: windowEnd }, zone)} ·{" "}
          {step("sheet.parcels", { n: parcels.length })}
          {isRefused && <strong className="entry-refused"> {t("drops.refused")}</strong>}
        </>
      }
      end={
        <>
          <IconButton icon="edit" label={t("drops.edit", { name: recipient.name })} onClick={onEdit} />
          <IconButton icon="delete" label={t("drops.remove", { name: recipient.name })} onClick={onRemove} />
        </>
      }
    />
  );
}
