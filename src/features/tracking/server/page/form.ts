import { isUuid } from "#kernel/id.ts";
import { canonical } from "#kernel/canonical.ts";
import { Refusal } from "#kernel/refusal.ts";
import { BadInput, problemOf } from "#server/http/problems.ts";
import type { RawReply, RawRequest, RawRoute } from "#server/http/route.ts";
import { unsound } from "#server/http/sound-input.ts";
import { derivedId } from "#server/ids.ts";
import { OPEN_PICTURES, PAGE_DONE, type PostedForm } from "../../contract/page.ts";
import { openPictures } from "../pictures.ts";
import { type FormAct, type TrackPageParts, answer, contextOf, failureOf, stateOf } from "./page.ts";
import { picturesCookie } from "./page-cookies.ts";

/**
 * Forms of the recipient's page, for readers without a script: done, the browser is sent back to the page; refused, it
 * shows the page with what was typed and why. A form that is sent twice is carried out once; the key in it is chosen by
 * whoever sends it, so it stands for nothing that came by another link.
 */
export const trackFormRoute = (parts: TrackPageParts): RawRoute => ({
  id: "trackForm",
  method: "POST",
  path: "/t/:token",
  needs: "anyone",
  summary: "A form of the recipient's page",
  limitPerMinute: 20,
  headers: parts.headers,
  takesForm: ["act", "key"],
  run: (request) => run(parts, request),
  face: (request) => answer(parts, request, failureOf(request)),
});

async function run(parts: TrackPageParts, request: RawRequest): Promise<RawReply> {
  mustBeOurForm(request);
  const { act, key, values } = formIn(request);
  const carryOut = actNamed(parts, request, act);
  const context = contextOf(request);
  const once = { ...context, key: derivedId(key, canonical({ act, values, token: context.trackingToken })) };
  try {
    const { done, cookie } = await carryOut(values, once);
    return {
      status: 303,
      headers: {
        location: `${pathOf(request)}?${PAGE_DONE}=${done}#${act}`,
        "cache-control": "no-store",
        ...(cookie !== undefined && { "set-cookie": cookie }),
      },
      body: "",
    };
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof BadInput)) throw error;
    const problem = problemOf(error, context.requestId, parts.refusals);
    const { code, status, facts = {}, fields = [], way } = problem;
    const posted: PostedForm = { act, values, code, status, facts, fields, way };
    return answer(parts, request, await stateOf(parts, request, posted));
  }
}

/** Path of the page; an act was done, so its token is one that opens a delivery. */
const pathOf = ({ params }: RawRequest): string => `/t/${params["token"] ?? ""}`;

interface Form {
  readonly act: string;
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
}

/** @throws BadInput for what no form of ours sends */
function formIn({ body }: RawRequest): Form {
  const fields = new Map(new URLSearchParams(body.toString("utf8")));
  const fault = unsound(Object.fromEntries(fields));
  if (fault) throw new BadInput([fault]);
  const [act = "", key = ""] = [fields.get("act"), fields.get("key")];
  if (!isUuid(key)) throw new BadInput([{ path: "key", code: "not-allowed" }]);
  const values = [...fields].filter(([name]) => name !== "act" && name !== "key");
  return { act, key, values: Object.fromEntries(values) };
}

/** @throws BadInput where there is none of that name */
function actNamed(parts: TrackPageParts, request: RawRequest, name: string): FormAct {
  const path = pathOf(request);
  const acts = new Map<string, FormAct>(Object.entries(parts.acts)).set(
    OPEN_PICTURES,
    async ({ answer: given = "" }, context) => ({
      done: OPEN_PICTURES,
      cookie: picturesCookie(await openPictures(given, context), path, parts.isSecure),
    }),
  );
  const found = acts.get(name);
  if (!found) throw new BadInput([{ path: "act", code: "not-allowed" }]);
  return found;
}

/**
 * Refuses a form that another site sent. The page's policy keeps browsers from naming an origin (`null`), so the newer
 * header is asked first; the token in the address, which no other site knows, is what really protects.
 *
 * @throws Refusal `tracking.foreign-form`
 */
export function mustBeOurForm({ header }: Pick<RawRequest, "header">): void {
  const site = header("sec-fetch-site");
  const origin = header("origin");
  const isOurs = site === undefined || site === "same-origin" || site === "none";
  const isHere = origin === undefined || origin === "null" || hostOf(origin) === header("host");
  if (!isOurs || !isHere) throw new Refusal("tracking.foreign-form");
}

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined;
