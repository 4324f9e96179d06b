import { useEffect, useState } from "react";
import { AuthError } from "../auth-error.ts";
import { Finishing } from "./callback-page.tsx";
import { loadConfig } from "../config.ts";
import { failureOf } from "../failures/failed.ts";
import { FailureMessage } from "../failures/failure-later.tsx";
import { wishOf } from "../initiated-login.ts";
import { auth } from "../session.ts";

let begun: Promise<void> | undefined;

/** @throws AuthError `wrong-issuer` when somebody wants us to sign in elsewhere */
async function begin(here: URL): Promise<void> {
  const { issuer } = await loadConfig();
  const wish = wishOf(here, issuer);
  if (!wish) {
    const said = here.searchParams.get("iss");
    throw new AuthError("wrong-issuer", undefined, { expected: issuer, ...(said !== null && { said }) });
  }
  await auth().login(wish);
}

/** A sign-in that the provider or a portal asks for (`/auth/start?iss=…`), begun once however often the page renders. */
export function StartPage() {
  const [failed, setFailed] = useState<unknown>();
  useEffect(() => {
    begun ??= begin(new URL(location.href));
    begun.catch(setFailed);
  }, []);
  if (failed === undefined) return <Finishing />;
  return <FailureMessage {...failureOf(failed)} again={{ returnTo: "/" }} />;
}
