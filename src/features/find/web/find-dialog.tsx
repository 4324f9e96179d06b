import "#web/ui/styles/filter-box.css";
import "#web/ui/styles/menu.css";
import "./find.css";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { scopeOf } from "#kernel/permission.ts";
import { maybeWord, useWords } from "#web/i18n/words.ts";
import type { FinderProps } from "#web/keys/finder.ts";
import { rolesOf, useSession } from "#web/session/session.ts";
import { useNavWords } from "#web/shell/nav-words.ts";
import { go } from "#web/shell/navigate.ts";
import { knownPlaces } from "#web/shell/places.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import {
  type Choice,
  courierChoices,
  deliveryChoices,
  type Group,
  pagesFound,
  recentChoices,
} from "./choices.ts";
import { keepFind, recentFinds } from "./recent.ts";
import { type Found, useFound } from "./use-found.ts";
import "./words.ts";

/** Anything by a few letters: pages at once, deliveries and couriers as the server finds them. */
export function FindDialog({ onClose }: FinderProps) {
  const t = useWords("find");
  const session = useSession();
  const person = session.kind === "signed-in" ? session.subject : "";
  const mayFind = scopeOf({ roles: rolesOf(session) }, "route:plan") !== undefined;
  const [typed, setTyped] = useState("");
  const found = useFound(mayFind ? typed : "");
  const groups = useGroups(typed, found, person);
  const choices = groups.flatMap((group) => group.choices);
  const [moved, setMoved] = useState({ to: 0, of: "" });
  const at = moved.of === typed ? Math.min(moved.to, choices.length - 1) : 0;
  const id = useId();

  const open = (choice: Choice) => {
    const { href, label, keeps: kind } = choice;
    if (kind) keepFind(person, { href, label, kind });
    onClose();
    go(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = choices[at];
    if (event.key === "Enter" && chosen) open(chosen);
    else {
      const to = stepped(event, at, choices.length);
      if (to === undefined) return;
      setMoved({ to, of: typed });
    }
    event.preventDefault();
  };
  return (
    <Dialog open wide title={t("title")} onClose={onClose}>
      <div className={typed.trim() === "" ? "stack gap-2" : "find stack gap-2"}>
        <FindBox
          id={id}
          typed={typed}
          current={choices.length > 0 ? `${id}-${at}` : undefined}
          onType={setTyped}
          onKeyDown={onKeyDown}
        />
        <p className="menu-status" role="status">
          {statusOf(found, typed, choices.length, t)}
        </p>
        <FoundList id={id} groups={groups} at={at} onOpen={open} />
      </div>
    </Dialog>
  );
}

/** Letters of one word from which deliveries are found; shorter ones are couriers' and pages' alone. */
const FOUND_FROM = 3;

type Words = ReturnType<typeof useWords<"find">>;

function statusOf({ state }: Found, typed: string, count: number, t: Words): string {
  if (state === "failed") return t("failed");
  if (state === "offline") return t("offline");
  if (state === "busy") return t("busy");
  if (typed.trim() === "" || count > 0) return "";
  if (!typed.split(/\s/).some((word) => word.length >= FOUND_FROM)) return t("short");
  return state === "done" ? t("none") : "";
}

/** The place after a key; undefined where the key belongs to the text. */
function stepped(
  { key, ctrlKey, altKey, metaKey }: KeyboardEvent,
  at: number,
  count: number,
): number | undefined {
  if (count === 0 || ctrlKey || altKey || metaKey) return undefined;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (at - 1 + count) % count;
  if (key === "PageDown") return Math.min(at + 8, count - 1);
  if (key === "PageUp") return Math.max(at - 8, 0);
  return undefined;
}

function useGroups(typed: string, found: Found, person: string): Group[] {
  const t = useWords("find");
  const pages = usePages();
  const [recent] = useState(() => recentChoices(recentFinds(person)));
  const groups: Omit<Group, "first">[] = [
    { name: "recent", choices: typed.trim() === "" ? recent : [] },
    { name: "deliveries", choices: deliveryChoices(found, typed, t("more")) },
    { name: "couriers", choices: courierChoices(found) },
    { name: "pages", choices: pagesFound(pages, typed) },
  ];
  const shown = groups.filter(({ choices }) => choices.length > 0);
  return shown.map((group, nth) => ({
    ...group,
    first: shown.slice(0, nth).reduce((sum, { choices }) => sum + choices.length, 0),
  }));
}

/** Place of a page that the navigation does not have. */
const LAST = 1_000;

/** Pages of the office that this person opens, by their names in the navigation, else their titles. */
function usePages(): Choice[] {
  const roles = rolesOf(useSession());
  const pages = knownPlaces().filter(
    ({ path, frame, nav, needs }) =>
      !path.includes("$") &&
      (frame === "office" || nav !== undefined) &&
      (needs ?? nav?.roles ?? []).some((role) => roles.includes(role)),
  );
  useNavWords(pages);
  const inOrder = pages.toSorted((a, b) => (a.nav?.order ?? LAST) - (b.nav?.order ?? LAST));
  return inOrder.flatMap(({ path, room, title, nav }) => {
    const label = maybeWord(room, nav?.label ?? title);
    return label ? [{ href: path, label, icon: nav?.icon ?? ("arrow-forward" as const) }] : [];
  });
}

interface FindBoxProps {
  id: string;
  typed: string;
  /** Id of the line that Enter opens. */
  current: string | undefined;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function FindBox({ id, typed, current, onType, onKeyDown }: FindBoxProps) {
  const t = useWords("find");
  const box = useRef<HTMLInputElement>(null);
  // After the dialog has opened, which looks for a place of its own.
  useEffect(() => box.current?.focus(), []);
  return (
    <label className="filter-box find-box">
      <Icon name="search" size="small" />
      <input
        ref={box}
        type="text"
        role="combobox"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        aria-expanded={current !== undefined}
        aria-controls={`${id}-list`}
        aria-activedescendant={current}
        aria-autocomplete="list"
        aria-label={t("box")}
        placeholder={t("box")}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </label>
  );
}

interface FoundListProps {
  id: string;
  groups: readonly Group[];
  at: number;
  onOpen: (choice: Choice) => void;
}

function FoundList({ id, groups, at, onOpen }: FoundListProps) {
  const t = useWords("find");
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected='true']")?.scrollIntoView({ block: "nearest" });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the current line moves with what stands above it
  }, [at, groups]);
  return (
    <div className="find-list" role="listbox" id={`${id}-list`} aria-label={t("title")} ref={list}>
      {groups.map(({ name, choices, first }) => (
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <span className="menu-group" id={`${id}-${name}`}>
            {t(`group.${name}`)}
          </span>
          {choices.map((choice, nth) => (
            <FoundLine
              key={choice.href}
              id={`${id}-${first + nth}`}
              choice={choice}
              isCurrent={first + nth === at}
              onOpen={onOpen}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface FoundLineProps {
  id: string;
  choice: Choice;
  isCurrent: boolean;
  onOpen: (choice: Choice) => void;
}

function FoundLine({ id, choice, isCurrent, onOpen }: FoundLineProps) {
  return (
    // The keys are those of the box, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      className="menu-item"
      aria-selected={isCurrent}
      data-highlighted={isCurrent || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onOpen(choice)}
    >
      <Icon name={choice.icon} />
      <span className="choice-text">
        <bdi>{choice.label}</bdi>
        {choice.detail !== undefined && <bdi className="quiet small">{choice.detail}</bdi>}
      </span>
    </div>
  );
}
