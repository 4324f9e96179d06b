import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ReplyOf } from "#contract/endpoint.ts";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/choice.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Menu, type MenuItem } from "#web/ui/menu.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { type View, viewsApi } from "../contract/api.ts";
import {
  type SearchParser,
  type ViewPage,
  VIEW_TEXTS,
  canonicalSearch,
  filterIn,
  textsOf,
} from "../domain/canonical.ts";
import "./words.ts";

export interface SavedViewsProps<S extends object> {
  /** Its sign alone, where a row has no room for its name. */
  compact?: boolean;
  page: ViewPage;
  parser: SearchParser<S>;
  /** The page's search as it stands. */
  search: S;
  /** Puts a filter in the place of the one that stands. */
  onChoose: (filter: Partial<S>, options?: { replace?: boolean }) => void;
}

type Views = ReplyOf<typeof viewsApi.listViews>;

/** Filters under a name: choosing one, keeping the one that stands, and what to do with the chosen one. */
export function SavedViews<S extends object>(props: SavedViewsProps<S>) {
  const { compact, page, parser, search, onChoose } = props;
  const t = useWords("views");
  const client = useQueryClient();
  const key = ["views", page];
  const read = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(viewsApi.listViews, { page }, { signal }),
  });
  const [editing, setEditing] = useState<View | "new">();
  const [deleting, setDeleting] = useState<View>();
  const put = (views: Views) => client.setQueryData(key, views);
  const chooseDefault = useCommand(viewsApi.chooseDefaultView, { onDone: put });
  const remove = useCommand(viewsApi.deleteView, {
    onDone: () => client.invalidateQueries({ queryKey: key }),
  });
  const choose = (query: string, options?: { replace?: boolean }) => {
    const parsed = parser.safeParse(Object.fromEntries(new URLSearchParams(query)));
    if (parsed.success) onChoose(filterIn(page, parsed.data), options);
  };
  useDefault(read.data, choose);
  if (!read.data) return null;
  const query = new URLSearchParams(
    canonicalSearch(page, parser, Object.fromEntries(textsOf(search))),
  ).toString();
  const { views } = read.data;
  const current = views.find((view) => view.query === query);
  return (
    <>
      <Menu
        label={current?.name ?? t("views")}
        icon="visibility"
        variant="outlined"
        {...(compact && { iconOnly: true })}
        items={[
          ...views.map((view) => ({
            label: labelOf(view, t("default"), (owner) => t("shared-by", { owner })),
            checked: view === current,
            onSelect: () => choose(view.query),
          })),
          { label: t("save"), icon: "add" as const, group: true as const, onSelect: () => setEditing("new") },
          ...(current ? ofCurrent(current) : []),
        ]}
      />
      <RefusalNote error={chooseDefault.error ?? remove.error} />
      {deleting && (
        <DeleteDialog
          name={deleting.name}
          onDelete={() => {
            remove.mutate({ id: deleting.id });
            setDeleting(undefined);
          }}
          onClose={() => setDeleting(undefined)}
        />
      )}
      {editing && (
        <ViewDialog
          page={page}
          query={query}
          view={editing === "new" ? undefined : editing}
          onDone={put}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );

  function ofCurrent(view: View): MenuItem[] {
    const { id, isDefault, owner, mayDelete } = view;
    return [
      {
        label: t(isDefault ? "default.off" : "default.on"),
        icon: "home",
        onSelect: () => chooseDefault.mutate({ page, id: isDefault ? null : id }),
      },
      ...(owner === null
        ? [{ label: t("change"), icon: "edit" as const, onSelect: () => setEditing(view) }]
        : []),
      ...(mayDelete
        ? [
            {
              label: t("delete", { name: view.name }),
              icon: "delete" as const,
              tone: "danger" as const,
              onSelect: () => (view.shared ? setDeleting(view) : remove.mutate({ id })),
            },
          ]
        : []),
    ];
  }
}

function labelOf(
  { name, isDefault, owner }: View,
  isTheDefault: string,
  by: (owner: string) => string,
): string {
  return [name, ...(owner === null ? [] : [by(owner)]), ...(isDefault ? [isTheDefault] : [])].join(" · ");
}

/** A page that was opened without a search takes the default, once: what is cleared later stays cleared. */
function useDefault(
  read: Views | undefined,
  choose: (query: string, options: { replace: boolean }) => void,
): void {
  const wasBare = useRef(location.search === "");
  useEffect(() => {
    if (!read || !wasBare.current) return;
    wasBare.current = false;
    const view = read.views.find(({ isDefault }) => isDefault);
    if (view && location.search === "") choose(view.query, { replace: true });
  });
}

interface DeleteDialogProps {
  name: string;
  onDelete: () => void;
  onClose: () => void;
}

function DeleteDialog({ name, onDelete, onClose }: DeleteDialogProps) {
  const t = useWords("views");
  const hall = useWords("hall");
  return (
    <Dialog
      open
      title={t("delete", { name })}
      onClose={onClose}
      actions={
        <>
          <Button variant="text" onClick={onClose}>
            {hall("forms.cancel")}
          </Button>
          <Button variant="filled" onClick={onDelete}>
            {t("delete", { name })}
          </Button>
        </>
      }
    >
      <p>{t("delete.shared")}</p>
    </Dialog>
  );
}

interface ViewDialogProps {
  page: ViewPage;
  query: string;
  /** The view that is changed; absent for a new one. */
  view: View | undefined;
  onDone: (views: Views) => void;
  onClose: () => void;
}

function ViewDialog({ page, query, view, onDone, onClose }: ViewDialogProps) {
  const t = useWords("views");
  const hall = useWords("hall");
  const [name, setName] = useState(view?.name ?? "");
  const [shared, setShared] = useState(view?.shared ?? false);
  const done = (views: Views) => {
    onDone(views);
    onClose();
  };
  const save = useCommand(viewsApi.saveView, { onDone: done });
  const change = useCommand(viewsApi.changeView, { onDone: done });
  const isBusy = save.isPending || change.isPending;
  const send = () =>
    view
      ? change.mutate({ id: view.id, name, query: view.query, shared })
      : save.mutate({ page, name, query, shared });
  return (
    <Dialog
      open
      title={t(view ? "change" : "save")}
      onClose={onClose}
      locked={isBusy}
      actions={
        <>
          <Button variant="text" onClick={onClose}>
            {hall("forms.cancel")}
          </Button>
          <Button variant="filled" loading={isBusy} disabled={name.trim() === ""} onClick={send}>
            {t("keep")}
          </Button>
        </>
      }
    >
      <div className="stack gap-3">
        <TextField label={t("name")} value={name} onChange={setName} maxLength={VIEW_TEXTS.name} />
        <Checkbox label={t("share")} checked={shared} onChange={setShared} />
        <RefusalNote error={save.error ?? change.error} />
      </div>
    </Dialog>
  );
}
