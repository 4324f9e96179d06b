import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { GIVEN_ROLES } from "#kernel/actor.ts";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { ShowMore } from "#web/api/show-more.tsx";
import { usePages } from "#web/api/use-pages.ts";
import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Button } from "#web/ui/button.tsx";
import { FilterChip } from "#web/ui/chip.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { accountsApi } from "../contract/api.ts";
import type { Person } from "../contract/people.ts";
import { InvitationsCard } from "./invitations-card.tsx";
import { ME_KEY } from "./me-key.ts";
import { type Asked, Dialogs } from "./people-dialogs.tsx";
import type { PeopleSearch } from "./people-search.ts";
import { PeopleTable } from "./people-table.tsx";
import "./people.css";

const PAGE = 50;
/** Milliseconds of rest before what is typed is searched. */
const REST_MS = 250;

/** Everybody of the organisation, what they may do, and the way to change it. */
export function PeoplePage({ search, setSearch }: PageProps<object, PeopleSearch>) {
  const t = useWords("accounts");
  const [asked, setAsked] = useState<Asked>();
  const me = useQuery({ queryKey: ME_KEY, queryFn: ({ signal }) => call(accountsApi.me, {}, { signal }) });
  const { list, items: people = [] } = usePeople(search);
  const mayEdit = me.data?.roles.includes("org-admin") === true;
  return (
    <div className="people">
      <PageHeader
        title={t("people.title")}
        detail={mayEdit ? t("people.text") : t("people.couriers-text")}
        actions={
          mayEdit && (
            <Button variant="filled" icon="mail" onClick={() => setAsked({ what: "invite" })}>
              {t("invite.do")}
            </Button>
          )
        }
      />
      {mayEdit && <InvitationsCard />}
      <Tools search={search} setSearch={setSearch} hasRoles={mayEdit} />
      <Everybody
        list={list}
        people={people}
        meId={me.data?.id}
        mayEdit={mayEdit}
        isFiltered={search.q !== "" || search.role !== "all"}
        onAll={() => setSearch({ q: "", role: "all" })}
        onAsk={setAsked}
      />
      <Dialogs
        people={people}
        meId={me.data?.id}
        asked={asked}
        onReload={() => list.refetch().then(({ data }) => data?.pages.flatMap((page) => page.items) ?? [])}
        onClose={() => setAsked(undefined)}
      />
    </div>
  );
}

function usePeople({ q, role }: PeopleSearch) {
  const wanted = { limit: PAGE, ...(q !== "" && { search: q }), ...(role !== "all" && { role }) };
  return usePages(["people", q, role], (from, options) =>
    call(accountsApi.listPeople, { ...wanted, ...from }, options),
  );
}

interface EverybodyProps {
  list: ReturnType<typeof usePeople>["list"];
  people: readonly Person[];
  meId: string | undefined;
  mayEdit: boolean;
  isFiltered: boolean;
  onAll: () => void;
  onAsk: (asked: Asked) => void;
}

function Everybody({ list, people, meId, mayEdit, isFiltered, onAll, onAsk }: EverybodyProps) {
  const again = () => void list.refetch();
  if (people.length === 0)
    return (
      <Nobody
        isPending={list.isPending}
        error={list.error}
        isFiltered={isFiltered}
        onRetry={again}
        onAll={onAll}
      />
    );
  return (
    <>
      <RefusalNote error={list.error} onRetry={again} />
      <PeopleTable
        people={people}
        meId={meId}
        onEdit={mayEdit ? (id) => onAsk({ what: "edit", id }) : undefined}
        onEnd={(id) => onAsk({ what: "end", id })}
      />
      <ShowMore list={list} />
    </>
  );
}

/** Shown in place of the list while it loads, after it failed, or when no person matches. */
function Nobody(props: {
  isPending: boolean;
  error: unknown;
  isFiltered: boolean;
  onRetry: () => void;
  onAll: () => void;
}) {
  const t = useWords("accounts");
  const { isPending, error, isFiltered, onRetry, onAll } = props;
  if (isPending) return <Skeleton look="rows" lines={8} />;
  if (error !== null) return <ProblemMessage error={error} onRetry={onRetry} />;
  const all = isFiltered && <Button onClick={onAll}>{t("people.empty.all")}</Button>;
  return (
    <StateMessage kind="empty" icon="people" title={t("people.empty.title")} action={all}>
      <p>{isFiltered ? t("people.empty.filtered") : t("people.empty.text")}</p>
    </StateMessage>
  );
}

interface ToolsProps extends Pick<PageProps<object, PeopleSearch>, "search" | "setSearch"> {
  /** Whoever sees couriers alone has no use for the other roles. */
  hasRoles: boolean;
}

/** Filters of the list: words, and a role. */
function Tools({ search, setSearch, hasRoles }: ToolsProps) {
  const t = useWords("accounts");
  const hall = useWords("hall");
  const { q, role } = search;
  return (
    <search className="people-tools">
      <SearchBox q={q} onSearch={(next) => setSearch({ q: next }, { replace: true })} />
      {hasRoles && (
        <fieldset className="people-roles">
          <legend className="hidden-text">{t("people.role")}</legend>
          <FilterChip selected={role === "all"} onChange={() => setSearch({ role: "all" })}>
            {t("people.all")}
          </FilterChip>
          {GIVEN_ROLES.map((one) => (
            <FilterChip
              key={one}
              selected={role === one}
              onChange={(on) => setSearch({ role: on ? one : "all" })}
            >
              {hall(`role.${one}`)}
            </FilterChip>
          ))}
        </fieldset>
      )}
    </search>
  );
}

/** Searches once the typing rests; the address follows, so that a reload shows the same list. */
function SearchBox({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const t = useWords("accounts");
  // Another address than the one that was typed for (a reset, a step back) is shown as it is.
  const [typed, setTyped] = useState({ text: q, sent: q });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (next: string) => {
    setTyped({ text: next, sent: q });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setTyped({ text: next, sent: next.trim() });
      onSearch(next.trim());
    }, REST_MS);
  };
  return (
    <TextField
      label={t("people.search")}
      type="search"
      icon="search"
      value={typed.sent === q ? typed.text : q}
      onChange={type}
      maxLength={120}
    />
  );
}
