import { useQueryClient } from "@tanstack/react-query";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { deliveryHappened } from "#features/deliveries/contract/events.ts";
import type { DeliveryRow } from "#features/deliveries/contract/shapes.ts";
import { StateChip } from "#features/deliveries/web/public.ts";
import { call } from "#web/api/call.ts";
import { PagedRows } from "#web/api/paged-rows.tsx";
import { usePages } from "#web/api/use-pages.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { onLive, onResync, useLive } from "#web/live/live.ts";
import { useZone } from "#web/session/config.ts";
import { Button } from "#web/ui/button.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import "./sender.css";

const KEY = ["my", "deliveries"];
const PAGE = 25;

/** Lists the deliveries that I sent, newest first. */
export function MyDeliveries() {
  const t = useWords("sender");
  const queries = useQueryClient();
  const again = () => void queries.invalidateQueries({ queryKey: KEY });
  useLive([onLive(deliveryHappened, again), onResync(again)]);
  const pages = usePages(KEY, (from, options) =>
    call(deliveriesApi.listMyDeliveries, { limit: PAGE, ...from }, options),
  );
  return (
    <div className="page-wide stack gap-4">
      <PageHeader
        title={t("mine.title")}
        actions={
          <Button variant="filled" icon="add" href="/book">
            {t("nav.book")}
          </Button>
        }
      />
      <PagedRows pages={pages} bones={6} none={<NothingSent />} page>
        {(rows) => (
          <ul className="mine-list">
            {rows.map((row) => (
              <MineRow key={row.id} row={row} />
            ))}
          </ul>
        )}
      </PagedRows>
    </div>
  );
}

function NothingSent() {
  const t = useWords("sender");
  return (
    <StateMessage
      kind="empty"
      icon="parcel"
      title={t("mine.empty.title")}
      action={
        <Button variant="filled" href="/book">
          {t("mine.empty.book")}
        </Button>
      }
    >
      <p>{t("mine.empty.text")}</p>
    </StateMessage>
  );
}

function MineRow({ row }: { row: DeliveryRow }) {
  const format = useFormat();
  const zone = useZone();
  return (
    <li>
      <a className="mine-row" href={`/my/deliveries/${row.id}`} data-testid="my-delivery">
        <span className="mine-text">
          <span className="serial small">{row.number}</span>
          <span className="title">
            <bdi>{row.recipientName}</bdi>
          </span>
          <span className="quiet">
            <bdi>{row.dropoffLabel}</bdi>
          </span>
        </span>
        <span className="mine-when">
          <StateChip state={row.state} />
          <span className="quiet small">{format.window(row.window, zone)}</span>
          <span className="small">{format.money(row.total)}</span>
        </span>
      </a>
    </li>
  );
}
