import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type Locale, PAGE_LANGUAGE, chooseLocale, languageCookie, wishedLanguages } from "#kernel/locale.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { RawReply, RawRequest, RawRoute, TroubledRequest } from "#server/http/route.ts";
import type { PageState } from "../../contract/page.ts";
import { track } from "../track.ts";
import type { TrackDrawing } from "./drawing.ts";

export interface TrackPageParts {
  readonly drawing: TrackDrawing;
  readonly headers: Readonly<Record<string, string>>;
  /** Languages on offer. */
  readonly locales: readonly Locale[];
  readonly isDemo: boolean;
  /** Browsers come by https. */
  readonly isSecure: boolean;
}

type Reader = Pick<RawRequest, "query" | "header">;

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
  run: async (request) => answer(parts, request, await stateOf(request)),
  face: (request) => answer(parts, request, failureOf(request)),
});

async function stateOf({ context, params }: RawRequest): Promise<PageState> {
  try {
    return { at: "shown", view: await track({ ...context, trackingToken: params["token"] }) };
  } catch (error) {
    if (error instanceof Refusal && error.code === "tracking.unknown-link") return { at: "unknown" };
    throw error;
  }
}

const failureOf = ({ problem, waitS }: TroubledRequest): PageState => ({
  at: "failed",
  code: problem.code,
  status: problem.status,
  instance: problem.instance,
  facts: waitS === undefined ? {} : { seconds: waitS },
});

const statusOf = (state: PageState): number => {
  if (state.at === "failed") return state.status;
  return state.at === "unknown" ? 404 : 200;
};

async function answer(
  { drawing, locales, isDemo, isSecure }: TrackPageParts,
  { query, header }: Reader,
  state: PageState,
): Promise<RawReply> {
  const chosen = query[PAGE_LANGUAGE];
  const wishes = [chosen, cookieOf(header("cookie")), ...wishedLanguages(header("accept-language") ?? "")];
  const locale = chooseLocale(wishes, locales);
  const html = drawing.draw({ state, locale, locales, isDemo });
  const { body, encoding } = await compressed(html, header("accept-encoding") ?? "");
  return {
    status: statusOf(state),
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

const cookieOf = (cookies = ""): string | undefined =>
  cookies
    .split(";")
    .map((one) => one.trim().split("="))
    .find(([name]) => name === PAGE_LANGUAGE)?.[1];

/** Measured on a page of 60 kB: 2 ms of processor time; the best quality takes 80. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const byBrotli = promisify(brotliCompress);
const byGzip = promisify(gzip);

async function compressed(html: string, accepts: string): Promise<{ body: Buffer; encoding?: string }> {
  const plain = Buffer.from(html);
  if (/\bbr\b/.test(accepts)) return { body: await byBrotli(plain, QUALITY), encoding: "br" };
  if (/\bgzip\b/.test(accepts)) return { body: await byGzip(plain), encoding: "gzip" };
  return { body: plain };
}
