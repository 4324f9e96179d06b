import { type ReactNode, Suspense, lazy } from "react";
import { useWords } from "../../i18n/words.ts";
import { Progress } from "../../ui/progress.tsx";
import type * as MessagesModule from "./failure-messages.ts";
import type { FailureBannerProps, FailureMessageProps } from "./failure-message.tsx";
import type { WrongRoleProps } from "./wrong-role.tsx";

type FailureMessages = typeof MessagesModule;
let messages: FailureMessages | undefined;
let fetching: Promise<FailureMessages> | undefined;

/** Fetches the failure messages before one is needed: they must render even when the network has gone. */
export function fetchFailureMessages(): Promise<FailureMessages> {
  fetching ??= import("./failure-messages.ts").then(
    (module) => (messages = module),
    (error: unknown) => {
      fetching = undefined;
      throw error;
    },
  );
  return fetching;
}

const LazyMessage = lazy(async () => ({ default: (await fetchFailureMessages()).FailureMessage }));
const LazyBanner = lazy(async () => ({ default: (await fetchFailureMessages()).FailureBanner }));
const LazyWrongRole = lazy(async () => ({ default: (await fetchFailureMessages()).WrongRole }));

export function FailureMessage(props: FailureMessageProps) {
  const StateMessage = messages?.FailureMessage ?? LazyMessage;
  return (
    <WhileFetched>
      <StateMessage {...props} />
    </WhileFetched>
  );
}

export function FailureBanner(props: FailureBannerProps) {
  const Banner = messages?.FailureBanner ?? LazyBanner;
  return (
    <Suspense>
      <Banner {...props} />
    </Suspense>
  );
}

export function WrongRole(props: WrongRoleProps) {
  const StateMessage = messages?.WrongRole ?? LazyWrongRole;
  return (
    <WhileFetched>
      <StateMessage {...props} />
    </WhileFetched>
  );
}

function WhileFetched({ children }: { children: ReactNode }) {
  const hall = useWords("hall");
  return <Suspense fallback={<Progress label={hall("ui.loading")} />}>{children}</Suspense>;
}
