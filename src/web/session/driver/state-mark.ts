/** Begins the `state` of a sign-in that the installed app began. */
const FROM_APP = "app.";

/** Whether this page runs as an installed app, in a window of its own. */
const isInstalledApp = (): boolean =>
  matchMedia("(display-mode: standalone)").matches || Reflect.get(navigator, "standalone") === true;

/**
 * Marks sign-ins that the installed app begins: their answer may come to the browser, whose storage is another
 * (iOS). The mark has the time too: the record of a sign-in is deleted after its hour, and a late answer still
 * shows as late.
 */
export const markedState = (random: string, now: number): string =>
  `${isInstalledApp() ? FROM_APP : ""}${Math.floor(now / 1000).toString(36)}.${random}`;

/** Whether an answer that this browser did not ask for belongs to the installed app. */
export const isMeantForApp = (state: string | null): boolean =>
  state?.startsWith(FROM_APP) === true && !isInstalledApp();

/** Whether a sign-in began longer ago than this, as its `state` says. */
export function isOlderThan(state: string | null, ageMs: number, now: number): boolean {
  const [, began] = /^(?:app\.)?([0-9a-z]{6,8})\./.exec(state ?? "") ?? [];
  return began !== undefined && now - Number.parseInt(began, 36) * 1000 > ageMs;
}
