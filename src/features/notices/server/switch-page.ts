import {
  failureOf,
  mustBeOurForm,
  pageReply,
  type TrackPageParts,
} from "#features/tracking/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import { BadInput } from "#server/http/problems.ts";
import type { Context, RawReply, RawRequest, RawRoute } from "#server/http/route.ts";
import { SWITCH_FIELD, type SwitchGiven, type SwitchState } from "../contract/switch-page.ts";
import { readSwitch, switchNotices } from "./switch.ts";

type Parts = Pick<TrackPageParts, "drawing" | "headers" | "locales" | "isDemo" | "isSecure">;

/** Page behind the link of a message: whether notices to its address come, and the press that changes it. No script. */
export const switchPageRoutes = (parts: Parts): RawRoute[] => {
  const route = {
    path: "/n/:token",
    needs: "anyone",
    limitPerMinute: 30,
    headers: parts.headers,
    face: (request: Parameters<NonNullable<RawRoute["face"]>>[0]) =>
      answer(parts, request, failureOf(request)),
  } as const;
  return [
    {
      ...route,
      id: "noticeSwitchPage",
      method: "GET",
      summary: "The page that switches notices to an address off",
      run: async (request) => answer(parts, request, await stateOf(request)),
    },
    {
      ...route,
      id: "noticeSwitchForm",
      method: "POST",
      summary: "The form of that page",
      takesForm: [SWITCH_FIELD],
      run: async (request) => {
        mustBeOurForm(request);
        const off = isOffIn(request);
        const done = await unlessUnknown(() => switchNotices({ off }, contextOf(request)));
        if (!done) return answer(parts, request, { at: "unknown" });
        const location = `/n/${request.params["token"] ?? ""}`;
        return { status: 303, headers: { location, "cache-control": "no-store" }, body: "" };
      },
    },
  ];
};

/** The call of whoever has the message. */
const contextOf = ({ context, params }: RawRequest): Context => ({
  ...context,
  trackingToken: params["token"],
});

/** @throws BadInput for what the page's form does not send */
function isOffIn({ body }: RawRequest): boolean {
  const value = new URLSearchParams(body.toString("utf8")).get(SWITCH_FIELD);
  if (value !== "off" && value !== "on") throw new BadInput([{ path: SWITCH_FIELD, code: "not-allowed" }]);
  return value === "off";
}

async function unlessUnknown<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.code === "notices.unknown-link") return undefined;
    throw error;
  }
}

async function stateOf(request: RawRequest): Promise<SwitchState> {
  const found = await unlessUnknown(() => readSwitch(contextOf(request)));
  return found ? { at: "shown", ...found } : { at: "unknown" };
}

const statusOf = (state: SwitchState): number => {
  if (state.at === "shown") return 200;
  return state.at === "unknown" ? 404 : state.status;
};

const answer = (
  parts: Parts,
  request: Pick<RawRequest, "query" | "header">,
  state: SwitchState,
): Promise<RawReply> =>
  pageReply(parts, request, {
    status: statusOf(state),
    draw: (given) => {
      const drawn: SwitchGiven = { state, ...given };
      return parts.drawing.drawPlain("drawSwitch", drawn);
    },
  });
