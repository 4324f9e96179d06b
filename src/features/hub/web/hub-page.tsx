import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useRef } from "react";
import { call } from "#web/api/call.ts";
import { PagedRows } from "#web/api/paged-rows.tsx";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { FilterChips } from "#web/forms/filter-chips.tsx";
import { useWords } from "#web/i18n/words.ts";
import { useServerNow } from "#web/session/use-server-now.ts";
import { useOnline } from "#web/shell/online.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { hubApi } from "../contract/api.ts";
import { WAITS_FOR } from "../domain/keeping.ts";
import { CodeField } from "./code-field.tsx";
import { HandOutDialog } from "./hand-out-dialog.tsx";
import { HubAbout } from "./hub-about.tsx";
import { HubRow } from "./hub-row.tsx";
import type { HubSearch } from "./hub-search.ts";
import { HUB, useHubParcels } from "./use-hub.ts";
import "./hub.css";

/** The desk of the hub: a code that is scanned or typed opens its hand-out; below, everything that lies here. */
export function HubPage({ search, setSearch }: PageProps<object, HubSearch>) {
  const t = useWords("hub");
  const now = useServerNow();
  const online = useOnline();
  const pages = useHubParcels(search);
  const hub = useQuery({
    queryKey: [...HUB, "about"],
    queryFn: ({ signal }) => call(hubApi.readHub, {}, { signal }),
  });
  const list = useRef<HTMLUListElement>(null);
  const isOld = pages.items !== undefined && (pages.list.isError || !online);
  return (
    <article className="stack gap-4 hub-page">
      <PageHeader title={t("title")} detail={<span className="keys-hint">{t("keys")}</span>} />
      <HubAbout hub={hub.data} />
      <CodeField
        q={search.q}
        onSearch={(q) => setSearch({ q }, { replace: true })}
        onFound={(id) => setSearch({ id })}
        onDown={() => list.current?.querySelector<HTMLElement>("a")?.focus()}
      />
      <FilterChips
        label={t("waits.label")}
        value={search.waits}
        options={[
          { value: "", label: t("waits.all") },
          ...WAITS_FOR.map((value) => ({ value, label: t(`waits.${value}`) })),
        ]}
        onChange={(waits) => setSearch({ waits })}
      />
      {isOld && (
        <Banner tone="warning" icon="offline">
          {t("stale")}
        </Banner>
      )}
      <RefusalNote error={hub.error} onRetry={() => void hub.refetch()} />
      <PagedRows
        pages={pages}
        bones={6}
        none={<None search={search} onClear={() => setSearch({ q: "", waits: "" })} />}
        page
      >
        {(rows) => (
          <ul className="hub-rows" aria-label={t("title")} ref={list} onKeyDown={walk}>
            {rows.map((row) => (
              <HubRow key={row.id} row={row} now={now} onHandOut={() => setSearch({ id: row.id })} />
            ))}
          </ul>
        )}
      </PagedRows>
      {search.id !== "" && (
        <HandOutDialog
          id={search.id}
          onDone={() => setSearch({ id: "", q: "" })}
          onClose={() => setSearch({ id: "" })}
        />
      )}
    </article>
  );
}

function None({ search, onClear }: { search: HubSearch; onClear: () => void }) {
  const t = useWords("hub");
  if (search.q === "" && search.waits === "")
    return (
      <StateMessage kind="empty" icon="store" title={t("empty.title")}>
        <p>{t("empty.text")}</p>
      </StateMessage>
    );
  return (
    <StateMessage
      kind="empty"
      icon="filter"
      title={t("none.title")}
      action={<Button onClick={onClear}>{t("none.clear")}</Button>}
    >
      <p>{t("none.text")}</p>
    </StateMessage>
  );
}

/** The arrows, J and K move from parcel to parcel. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const by = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
  if (by === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(".hub-number")];
  const at = links.findIndex((link) => link.closest("li")?.contains(document.activeElement));
  links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  event.preventDefault();
}
