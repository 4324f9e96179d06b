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

let parts = lazyParts();

/** Parts of the messages for React to wait for. A lazy part keeps its failure, so a failure makes them anew. */
function lazyParts() {
  const fetchAgain = () =>
    fetchFailureMessages().catch((error: unknown) => {
      parts = lazyParts();
      throw error;
    });
  return {
    Message: lazy(async () => ({ default: (await fetchAgain()).FailureMessage })),
    Banner: lazy(async () => ({ default: (await fetchAgain()).FailureBanner })),
    WrongRole: lazy(async () => ({ default: (await fetchAgain()).WrongRole })),
  };
}

export function FailureMessage(props: FailureMessageProps) {
  const StateMessage = messages?.FailureMessage ?? parts.Message;
  return (
    <WhileFetched>
      <StateMessage {...props} />
    </WhileFetched>
  );
}

export function FailureBanner(props: FailureBannerProps) {
  const Banner = messages?.FailureBanner ?? parts.Banner;
  return (
    <Suspense>
      <Banner {...props} />
    </Suspense>
  );
}

export function WrongRole(props: WrongRoleProps) {
  const StateMessage = messages?.WrongRole ?? parts.WrongRole;
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
