let answer: URL | undefined;
let cameBack = false;

/**
 * Takes the provider's answer out of the address before anything else runs, so that neither history, referrer nor an
 * error report ever holds the code.
 */
export function hideAnswer(): void {
  const url = new URL(location.href);
  // After signing out, the provider sends the state back; it is not needed, whatever it is.
  if (url.pathname === "/" && url.searchParams.has("state")) history.replaceState(history.state, "", "/");
  if (url.pathname !== "/auth/callback") return;
  if (url.searchParams.has("state") || url.searchParams.has("code") || url.searchParams.has("error"))
    answer = url;
  cameBack = answer !== undefined;
  history.replaceState(history.state, "", "/auth/callback");
}

/** Whether this page was opened with an answer of the provider. */
export const hasComeBack = (): boolean => cameBack;

/** The answer, once. */
export function takeAnswer(): URL | undefined {
  const taken = answer;
  answer = undefined;
  return taken;
}
