import type { ComponentType } from "react";
import type { Role } from "#kernel/actor.ts";
import type { WordKey, WordRoom } from "../i18n/words.ts";
import type { IconName } from "../ui/icon-name.ts";

/** Names between `$` and the next slash: `/d/deliveries/$id` has `id`. */
type ParamsIn<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & ParamsIn<Rest>
  : P extends `${string}$${infer Name}`
    ? { [K in Name]: string }
    : object;

/** Props of a page's component. */
export interface PageProps<Params extends object = object, Search extends object = object> {
  readonly params: Params;
  readonly search: Search;
  /** Changes the address's search; `replace` leaves no step in the history. */
  readonly setSearch: (patch: Partial<Search>, options?: { replace?: boolean }) => void;
}

/** A schema of `zod/mini` for the address's search. Give every field a default, so that any address opens. */
export interface SearchSchema<S extends object> {
  safeParse(input: unknown): { success: true; data: S } | { success: false };
}

/**
 * `public`: header and footer, reading width. `office`: compact, full width, rail. `courier`: large targets, bottom bar.
 * `bare`: nothing around it.
 */
export type Frame = "public" | "office" | "courier" | "bare";

export interface NavEntry<R extends WordRoom> {
  label: WordKey<R>;
  icon: IconName;
  /** Roles that see it; absent: everybody. */
  roles?: readonly Role[];
  order: number;
  /** Letter that opens it from any page of the office. */
  key?: string;
}

export interface PageRoute<R extends WordRoom, P extends string, S extends object> {
  path: P;
  /** `() => import("./board.tsx").then((m) => m.Board)` */
  load: () => Promise<ComponentType<PageProps<ParamsIn<P>, S>>>;
  /** Word of the document's title. */
  title: WordKey<R>;
  frame?: Frame;
  /** Comes with the page's code: the first view of another page has no use for it. */
  search?: () => Promise<SearchSchema<S>>;
  nav?: NavEntry<R>;
  /** `later`: opens without reading from the server; parts that read are split off by `lazyPart`. */
  data?: "later";
  /** Roles of which one is needed; absent: open to everybody. */
  needs?: readonly Role[];
  /** Rooms whose words it shows besides its own. */
  words?: readonly WordRoom[];
}

export type AnySearch = SearchSchema<Record<string, unknown>>;

/** A page with its types folded away, as the router takes it. */
export interface AnyPage {
  readonly room: WordRoom;
  readonly path: string;
  readonly load: () => Promise<ComponentType<PageProps<Record<string, string>, Record<string, unknown>>>>;
  readonly title: string;
  readonly frame: Frame;
  readonly search: (() => Promise<AnySearch>) | undefined;
  readonly nav:
    | {
        label: string;
        icon: IconName;
        roles: readonly Role[] | undefined;
        order: number;
        key?: string | undefined;
      }
    | undefined;
  readonly needs: readonly Role[] | undefined;
  readonly words: readonly string[];
  readonly data: "later" | undefined;
}

export type RoomPages = readonly AnyPage[];

/** Keeps each page's own types while it is written down. */
export type PageMaker<R extends WordRoom> = <const P extends `/${string}`, S extends object = object>(
  page: PageRoute<R, P, S>,
) => AnyPage;

/**
 * A room's pages:
 * `export const pages = definePages("delivery-pages", (page) => [page({ path: "/d/deliveries", … })]);`
 */
export function definePages<R extends WordRoom>(
  room: R,
  list: (page: PageMaker<R>) => readonly AnyPage[],
): RoomPages {
  return list(({ path, load, title, frame = "public", search, nav, needs, words = [], data }) => ({
    room,
    path,
    // Safe: the router gives params by this very path and search by this very schema.
    load: load as unknown as AnyPage["load"],
    title,
    frame,
    search: search as AnyPage["search"],
    nav: nav && { ...nav, roles: nav.roles ?? needs },
    needs,
    words: [...new Set([room, ...words])],
    data,
  }));
}
