import { type ReactNode, Suspense, lazy } from "react";
import { useWords } from "../i18n/words.ts";
import { Progress } from "../ui/progress.tsx";
import type * as FaceModule from "./failure-faces.ts";
import type { FailureBannerProps, FailureFaceProps } from "./failure-face.tsx";
import type { WrongRoleProps } from "./wrong-role.tsx";

type Faces = typeof FaceModule;
let faces: Faces | undefined;
let fetching: Promise<Faces> | undefined;

/** Fetches the failure messages before one is needed: they must render even when the network has gone. */
export function fetchFailureFaces(): Promise<Faces> {
  fetching ??= import("./failure-faces.ts").then(
    (module) => (faces = module),
    (error: unknown) => {
      fetching = undefined;
      throw error;
    },
  );
  return fetching;
}

const LazyFace = lazy(async () => ({ default: (await fetchFailureFaces()).FailureFace }));
const LazyBanner = lazy(async () => ({ default: (await fetchFailureFaces()).FailureBanner }));
const LazyWrongRole = lazy(async () => ({ default: (await fetchFailureFaces()).WrongRole }));

export function FailureFace(props: FailureFaceProps) {
  const Face = faces?.FailureFace ?? LazyFace;
  return (
    <WhileFetched>
      <Face {...props} />
    </WhileFetched>
  );
}

export function FailureBanner(props: FailureBannerProps) {
  const Banner = faces?.FailureBanner ?? LazyBanner;
  return (
    <Suspense>
      <Banner {...props} />
    </Suspense>
  );
}

export function WrongRole(props: WrongRoleProps) {
  const Face = faces?.WrongRole ?? LazyWrongRole;
  return (
    <WhileFetched>
      <Face {...props} />
    </WhileFetched>
  );
}

function WhileFetched({ children }: { children: ReactNode }) {
  const hall = useWords("hall");
  return <Suspense fallback={<Progress label={hall("ui.loading")} />}>{children}</Suspense>;
}
