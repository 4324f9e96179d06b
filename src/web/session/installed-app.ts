/** Begins the `state` of a sign-in that the installed app began. */
const FROM_APP = "app.";

/** Whether this page runs as an installed app, in a window of its own. */
export const isInstalledApp = (): boolean =>
  matchMedia("(display-mode: standalone)").matches || Reflect.get(navigator, "standalone") === true;

/** Marks what the installed app begins: its answer may come to the browser, whose storage is another (iOS). */
export const markedState = (random: string): string => (isInstalledApp() ? FROM_APP + random : random);

/** Whether an answer that nobody here asked for belongs to the installed app. */
export const isMeantForApp = (state: string | null): boolean =>
  state?.startsWith(FROM_APP) === true && !isInstalledApp();
