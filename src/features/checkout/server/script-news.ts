import { Refusal } from "#kernel/refusal.ts";
import { jsonIn } from "#server/http/json-in.ts";
import type { RawRoute } from "#server/http/route.ts";
import { SCRIPT_NEWS_PATH, ScriptNews } from "../contract/script-news.ts";

/** Counts what browsers say of loading the provider's script; nothing of it is kept. */
export const scriptNewsRoute = (onNews: (news: ScriptNews) => void): RawRoute => ({
  id: "tellPaymentScript",
  method: "POST",
  path: SCRIPT_NEWS_PATH,
  needs: "anyone",
  summary: "A browser says what became of loading the card form's script: outcome, attempts, duration",
  limitPerMinute: 20,
  worksOnFullDisk: true,
  run: async ({ body }) => {
    const read = ScriptNews.safeParse(jsonIn(body));
    if (!read.success) throw new Refusal("http.invalid");
    onNews(read.data);
    return { status: 204, headers: {}, body: "" };
  },
});
