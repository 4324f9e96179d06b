import { SCRIPT_NEWS_PATH, type ScriptNews } from "../contract/script-news.ts";

/**
 * Reports the outcome of the script to our own server, for its operator's figures; whether it arrives does not
 * matter.
 */
export function tellScriptNews(news: ScriptNews): void {
  navigator.sendBeacon(SCRIPT_NEWS_PATH, new Blob([JSON.stringify(news)], { type: "application/json" }));
}
