import { randomUUID } from "node:crypto";
import type { RefusalTable } from "#contract/problem.ts";
import { type Locale, PAGE_LANGUAGE, chooseLocale, languageCookie, wishedLanguages } from "#kernel/locale.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Context, RawReply, RawRequest, RawRoute, TroubledRequest } from "#server/http/route.ts";
import {
  PAGE_DONE,
  PAGE_PICTURE,
  type PageGiven,
  type PageState,
  type PostedForm,
} from "../../contract/page.ts";
import { shownPicture, shownPictures } from "../pictures.ts";
import { track } from "../track.ts";
import { compressed } from "./compressed.ts";
import type { TrackDrawing } from "./drawing.ts";
import { PICTURES_COOKIE, cookieNamed } from "./page-cookies.ts";

/** Carries out what a form says. @returns the name of what was done, with a cookie where it sets one */
export type FormAct = (
  values: Readonly<Record<string, string>>,
  context: Context,
) => Promise<{ readonly done: string; readonly cookie?: string }>;

export interface TrackPageParts {
  readonly drawing: TrackDrawing;
  readonly headers: Readonly<Record<string, string>>;
  /** Languages on offer. */
  readonly locales: readonly Locale[];
  readonly isDemo: () => boolean;
  /** Browsers come by https. */
  readonly isSecure: boolean;
  readonly dataFolder: string;
  readonly refusals: RefusalTable;
  /** Facts of the cards of later rooms, for a link that acts. */
  readonly slotOf: (context: Context) => Promise<unknown>;
  /** Acts of later rooms by the name in their form. */
  readonly acts: Readonly<Record<string, FormAct>>;
}

/**
 * The recipient's page, complete without a script. An unknown, a revoked and an old link get the same page after the same
 * work; whatever fails has a face as well.
 */
export const trackPageRoute = (parts: TrackPageParts): RawRoute => ({
  id: "trackPage",
  method: "GET",
  path: "/t/:token",
  needs: "anyone",
  summary: "The recipient's page",
  limitPerMinute: 60,
  headers: parts.headers,
  run: async (request) => {
    const picture = request.query[PAGE_PICTURE];
    if (picture !== undefined) return pictureReply(parts, request, picture);
    return answer(parts, request, await stateOf(parts, request));
  },
  face: (request) => answer(parts, request, failureOf(request)),
});

/** The call of the link's holder. */
export const contextOf = ({ context, params }: RawRequest): Context => ({
  ...context,
  trackingToken: params["token"],
});

/** Reads what the page shows. @param posted form that was refused */
export async function stateOf(
  { slotOf }: Pick<TrackPageParts, "slotOf">,
  request: RawRequest,
  posted: PostedForm | null = null,
): Promise<PageState> {
  try {
    const context = contextOf(request);
    const view = await track(context);
    const pictures = await shownPictures(context, secretOf(request));
    const forms = {
      key: randomUUID(),
      slot: view.acts ? await slotOf(context) : null,
      pictures: pictures.map(({ id, kind }) => ({ id, kind })),
      posted,
      done: posted ? null : (request.query[PAGE_DONE] ?? null),
    };
    return { at: "shown", view, forms };
  } catch (error) {
    if (error instanceof Refusal && error.code === "tracking.unknown-link") return { at: "unknown" };
    throw error;
  }
}

const secretOf = ({ header }: Pick<RawRequest, "header">) => cookieNamed(PICTURES_COOKIE, header("cookie"));

async function pictureReply(
  { dataFolder }: TrackPageParts,
  request: RawRequest,
  id: string,
): Promise<RawReply> {
  const { kind, type, bytes } = await shownPicture(dataFolder, contextOf(request), {
    id,
    secret: secretOf(request),
  });
  return {
    status: 200,
    headers: {
      "content-type": type,
      "cache-control": "no-store",
      "content-disposition": `inline; filename="${kind}.${type === "image/png" ? "png" : "jpg"}"`,
    },
    body: bytes,
  };
}

export const failureOf = ({ problem, waitS }: TroubledRequest): Extract<PageState, { at: "failed" }> => ({
  at: "failed",
  code: problem.code,
  status: problem.status,
  instance: problem.instance,
  facts: waitS === undefined ? {} : { seconds: waitS },
});

const statusOf = (state: PageState): number => {
  if (state.at === "shown") return state.forms.posted?.status ?? 200;
  return state.at === "unknown" ? 404 : state.status;
};

/** Draws the page in the reader's language. */
export const answer = (
  parts: TrackPageParts,
  request: Pick<RawRequest, "query" | "header">,
  state: PageState,
): Promise<RawReply> =>
  pageReply(parts, request, {
    status: statusOf(state),
    draw: (given) => parts.drawing.draw({ state, ...given }),
  });

interface Drawn {
  readonly status: number;
  readonly draw: (given: Omit<PageGiven, "state">) => string;
}

/** Sends a page that is drawn for each request, in the reader's language, to be kept by nobody. */
export async function pageReply(
  { locales, isDemo, isSecure }: Pick<TrackPageParts, "locales" | "isDemo" | "isSecure">,
  { query, header }: Pick<RawRequest, "query" | "header">,
  { status, draw }: Drawn,
): Promise<RawReply> {
  const chosen = query[PAGE_LANGUAGE];
  const kept = cookieNamed(PAGE_LANGUAGE, header("cookie"));
  const wishes = [chosen, kept, ...wishedLanguages(header("accept-language") ?? "")];
  const locale = chooseLocale(wishes, locales);
  const html = draw({ locale, locales, isDemo: isDemo() });
  const { body, encoding } = await compressed(html, header("accept-encoding") ?? "");
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-robots-tag": "noindex, nofollow",
      vary: "accept-encoding, accept-language, cookie",
      ...(encoding !== undefined && { "content-encoding": encoding }),
      ...(chosen === locale && { "set-cookie": languageCookie(locale, isSecure) }),
    },
    body,
  };
}
